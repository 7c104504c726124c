import { Field, InputType } from 'type-graphql';
import { IsName } from '#api/schema/texts.ts';
import { UserRole } from './user-role.ts';

/** The Edit dialog and the Suspend button (specification 2, sections 5 and 7). */
@InputType({ description: 'What to change of a person; what is absent or null stays as it is.' })
export class UserChanges {
  @Field(() => String, { nullable: true, description: 'At most 100 characters on one line.' })
  @IsName('First name')
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 100 characters on one line.' })
  @IsName('Last name')
  lastName?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 100 characters on one line.' })
  @IsName('Company name')
  companyName?: string | null;

  @Field(() => UserRole, {
    nullable: true,
    description: 'Only super administrators give or take roles that run the platform.',
  })
  role?: UserRole | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True ends their sessions and tokens at once and keeps them from signing in.',
  })
  suspended?: boolean | null;
}
