import { registerEnumType } from 'type-graphql';

export enum UserRole {
  user = 'user',
  admin = 'admin',
  super_admin = 'super_admin',
}
registerEnumType(UserRole, {
  name: 'UserRole',
  description: 'Whether somebody runs the platform.',
  valuesConfig: {
    user: { description: 'A customer: acts in their teams only.' },
    admin: { description: 'Runs the platform.' },
    super_admin: {
      description: 'Runs the platform, and alone may make or change another super administrator.',
    },
  },
});
