import { Field, InputType, ArgsType, ID, Int, registerEnumType } from 'type-graphql';
import { Matches, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { IsName, all } from '#api/graphql/schema/texts.ts';
import { longestList } from '#api/graphql/document-weight.ts';
import { UserRole } from './user.entity.ts';

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

/** As the list words it: whoever is suspended is that, verified or not. */
export enum UserStatus {
  active = 'active',
  unverified = 'unverified',
  suspended = 'suspended',
}
registerEnumType(UserStatus, {
  name: 'UserStatus',
  description: 'Whether a person may sign in.',
  valuesConfig: {
    active: { description: 'The address is confirmed, and nobody suspended them.' },
    unverified: { description: 'The address was not confirmed yet.' },
    suspended: {
      description: 'An administrator has suspended them, whether the address was confirmed or not.',
    },
  },
});

export enum UserSubscription {
  free = 'free',
  pro = 'pro',
}
registerEnumType(UserSubscription, {
  name: 'UserSubscription',
  description: 'Whether the payment provider knows a subscription of a person’s team.',
  valuesConfig: {
    free: { description: 'There is no subscription at the payment provider.' },
    pro: { description: 'There is one: `stripeSubscriptionId` is its id.' },
  },
});

export enum UserSort {
  joined = 'joined',
  name = 'name',
  email = 'email',
  company = 'company',
  role = 'role',
  status = 'status',
  subscription = 'subscription',
  package = 'package',
  lastSignIn = 'lastSignIn',
}
registerEnumType(UserSort, {
  name: 'UserSort',
  description: 'By what people are put in order; those who are alike in it by when they joined.',
  valuesConfig: {
    joined: { description: 'When they registered.' },
    name: { description: 'First name, then last name; capitals do not matter.' },
    email: { description: 'The address.' },
    company: { description: 'The company; capitals do not matter.' },
    role: { description: 'Customers, administrators, super administrators.' },
    status: { description: 'Active, unverified, suspended.' },
    subscription: { description: 'Free, then Pro.' },
    package: { description: 'The name of the package; whoever has none stands first.' },
    lastSignIn: { description: 'When they last signed in; whoever never did stands first.' },
  },
});

const IsDay = (what: string): PropertyDecorator =>
  all(
    ValidateIf((_, value) => value !== null && value !== undefined),
    Matches(/^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
      message: `${what} must be a day such as 2026-11-22`,
    }),
  );

/** Whom a list is about. */
@ArgsType()
export class UserSearch {
  @Field(() => String, {
    nullable: true,
    description: 'Each of its words stands somewhere in the email, first name or last name.',
  })
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  search?: string | null;

  @Field(() => UserStatus, { nullable: true, description: 'Only those who stand so.' })
  status?: UserStatus | null;

  @Field(() => UserRole, { nullable: true, description: 'Only those with this role.' })
  role?: UserRole | null;

  @Field(() => UserSubscription, { nullable: true, description: 'Only those who pay so.' })
  subscription?: UserSubscription | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only those who joined on this day or later, such as `2026-11-22` (UTC).',
  })
  @IsDay('Joined since')
  joinedSince?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only those who joined on this day or before, such as `2026-11-22` (UTC).',
  })
  @IsDay('Joined until')
  joinedUntil?: string | null;
}

/** And in what order. */
@ArgsType()
export class UserOrder extends UserSearch {
  @Field(() => UserSort, { nullable: true, description: 'By what; without it by when they joined.' })
  sort?: UserSort | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The last first. Without it the newest first by when they joined, else A to Z.',
  })
  descending?: boolean | null;
}

/** And which part of it. */
@ArgsType()
export class UserPage extends UserOrder {
  @Field(() => ID, {
    nullable: true,
    description: 'The last person of the page before: nobody who joins meanwhile moves the pages.',
  })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'So many at the beginning are left out.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(0, { message: 'Leave out 0 people or more' })
  @Max(10_000_000, { message: 'Leave out at most 10,000,000 people' })
  skip?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many, at most ${longestList} at once; everybody without it.`,
  })
  @Min(1, { message: 'Ask for at least one person' })
  @Max(longestList, { message: `Ask for at most ${longestList} people at once` })
  first?: number | null;
}
