import { Field, InputType } from 'type-graphql';
import { IsName } from '#api/schema/texts.ts';
import { UserRole } from './user-role.ts';

/** The Edit dialog and the Suspend button (specification 2, sections 5 and 7). */
@InputType({ description: 'What to change of a person; what is absent or null stays as it is.' })
export class UserChanges {
  @Field(() => String, { nullable: true })
  @IsName('First name')
  firstName?: string | null;

  @Field(() => String, { nullable: true })
  @IsName('Last name')
  lastName?: string | null;

  @Field(() => String, { nullable: true })
  @IsName('Company name')
  companyName?: string | null;

  @Field(() => UserRole, { nullable: true })
  role?: UserRole | null;

  @Field(() => Boolean, { nullable: true })
  suspended?: boolean | null;
}
