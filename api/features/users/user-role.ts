import { registerEnumType } from 'type-graphql';

export enum UserRole {
  user = 'user',
  admin = 'admin',
  super_admin = 'super_admin',
}
registerEnumType(UserRole, { name: 'UserRole', description: '`admin` and `super_admin` run the platform.' });
