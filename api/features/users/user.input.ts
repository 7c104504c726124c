import { Matches, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { UserRole } from './user-role.ts';

/** People that are given at once (GraphQL Armor's advice for lists). */
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

  @Field(() => Int, { nullable: true, description: `How many, at most ${mostPeople}; as many without it.` })
  @Min(1, { message: 'Ask for at least one person' })
  @Max(mostPeople, { message: `Ask for at most ${mostPeople} people at once` })
  first?: number | null;
}

/** The Edit dialog and the Suspend button (specification 2, sections 5 and 7). */
@InputType({ description: 'What to change of a person; what is absent or null stays as it is.' })
export class UserChanges {
  @Field(() => String, { nullable: true })
  @Matches(/\S/, { message: 'First name is required' })
  @MaxLength(100, { message: 'First name must be 100 characters or less' })
  firstName?: string | null;

  @Field(() => String, { nullable: true })
  @Matches(/\S/, { message: 'Last name is required' })
  @MaxLength(100, { message: 'Last name must be 100 characters or less' })
  lastName?: string | null;

  @Field(() => String, { nullable: true })
  @Matches(/\S/, { message: 'Company name is required' })
  @MaxLength(100, { message: 'Company name must be 100 characters or less' })
  companyName?: string | null;

  @Field(() => UserRole, { nullable: true })
  role?: UserRole | null;

  @Field(() => Boolean, { nullable: true })
  suspended?: boolean | null;
}
