import { Field, InputType } from 'type-graphql';
import { IsName } from '#api/graphql/schema/texts.ts';
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
    description: 'Not your own; only a super administrator makes or changes another.',
  })
  role?: UserRole | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Not yourself. True ends their sessions at once, and neither they nor their API tokens get in.',
  })
  suspended?: boolean | null;
}
