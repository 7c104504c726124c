import { Field, InputType, ArgsType, ID, Int, registerEnumType } from 'type-graphql';
import { Matches, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { IsName, all } from '#api/graphql/schema/texts.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { UserRole } from './user.entity.ts';

/** The Edit dialog and the Suspend button (specification 2, sections 5 and 7). */
@InputType({ description: 'Fields of a user to change. Omitted and `null` fields keep their value.' })
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
    description:
      "New role. You can't change your own. Only super administrators can promote or change super administrators.",
  })
  role?: UserRole | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the account is suspended. You can't suspend yourself. `true` ends the user's sessions immediately and blocks their API tokens.",
  })
  suspended?: boolean | null;
}

/** Status as shown in the list. Suspended people count as suspended, verified or not. */
export enum UserStatus {
  active = 'active',
  unverified = 'unverified',
  suspended = 'suspended',
}
registerEnumType(UserStatus, {
  name: 'UserStatus',
  description: 'Whether a user can sign in.',
  valuesConfig: {
    active: { description: 'Verified and not suspended.' },
    unverified: { description: 'The email address has not been verified yet.' },
    suspended: {
      description: 'Suspended by an administrator, verified or not.',
    },
  },
});

export enum UserSubscription {
  free = 'free',
  pro = 'pro',
  overdue = 'overdue',
}
registerEnumType(UserSubscription, {
  name: 'UserSubscription',
  description: 'Whether a user’s team has a subscription at the payment provider.',
  valuesConfig: {
    free: { description: 'No subscription at the payment provider.' },
    pro: { description: 'Has a subscription, whose ID is `stripeSubscriptionId`.' },
    overdue: { description: 'Owns a team whose latest payment failed.' },
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
  description: 'Sort order of users. Ties are sorted by join date.',
  valuesConfig: {
    joined: { description: 'When they registered.' },
    name: { description: 'First name, then last name, case-insensitive.' },
    email: { description: 'The address.' },
    company: { description: 'Company, case-insensitive.' },
    role: { description: 'Customers, administrators, super administrators.' },
    status: { description: 'Active, unverified, suspended.' },
    subscription: { description: 'Free, then Pro.' },
    package: { description: 'Package name. Users without a package come first.' },
    lastSignIn: { description: 'When they last signed in. Users who never have come first.' },
  },
});

const IsDay = (what: string): PropertyDecorator =>
  all(
    ValidateIf((_, value) => value !== null && value !== undefined),
    Matches(/^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
      message: `${what} must be a day such as 2026-11-22`,
    }),
  );

/** Search criteria. */
@ArgsType()
export class UserSearch {
  @Field(() => String, {
    nullable: true,
    description: 'Search text. Every word must appear in the email, first name or last name.',
  })
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;

  @Field(() => UserStatus, { nullable: true, description: 'Filters by status.' })
  status?: UserStatus | null;

  @Field(() => UserRole, { nullable: true, description: 'Filters by role.' })
  role?: UserRole | null;

  @Field(() => UserSubscription, { nullable: true, description: 'Filters by subscription.' })
  subscription?: UserSubscription | null;

  @Field(() => String, {
    nullable: true,
    description: 'Includes users who joined on or after this UTC date, e.g. `2026-11-22`.',
  })
  @IsDay('Joined since')
  joinedSince?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Includes users who joined on or before this UTC date, e.g. `2026-11-22`.',
  })
  @IsDay('Joined until')
  joinedUntil?: string | null;
}

/** Search criteria and order. */
@ArgsType()
export class UserOrder extends UserSearch {
  @Field(() => UserSort, { nullable: true, description: 'Sort order. Defaults to join date.' })
  sort?: UserSort | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to sort in descending order. Defaults to `true` for join date, otherwise `false`.',
  })
  descending?: boolean | null;
}

/** Search criteria, order and page. */
@ArgsType()
export class UserPage extends UserOrder {
  @Field(() => ID, {
    nullable: true,
    description: 'ID of the last user on the previous page. New users do not shift the pages.',
  })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of users to skip.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(10_000_000, { message: '`skip` must be 10,000,000 or less' })
  skip?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: `Page size, at most ${maxListLength}. Omit it to return all users.`,
  })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first?: number | null;
}
