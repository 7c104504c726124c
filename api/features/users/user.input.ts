import { Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { IsName } from '#api/schema/texts.ts';
import { UserRole } from './user-role.ts';

/** People on a page (GraphQL Armor's advice for lists). */
export const mostPeople = 200;

@ArgsType()
export class UserSearch {
  @Field(() => String, {
    nullable: true,
    description: 'Each of its words stands somewhere in the email, first name or last name.',
  })
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  search?: string | null;
}

@ArgsType()
export class UserPage extends UserSearch {
  @Field(() => ID, { nullable: true, description: 'The last person of the page before.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many, at most ${mostPeople} at once; everybody without it.`,
  })
  @Min(1, { message: 'Ask for at least one person' })
  @Max(mostPeople, { message: `Ask for at most ${mostPeople} people at once` })
  first?: number | null;
}

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
