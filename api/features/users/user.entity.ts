import { registerEnumType, GraphQLISODateTime, Field, ID, ObjectType } from 'type-graphql';
import { OptionalProps } from '@mikro-orm/core';
import { Entity, Enum, Formula, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Sealed } from '#api/security/secrets.ts';

export enum UserRole {
  user = 'user',
  admin = 'admin',
  super_admin = 'super_admin',
}
registerEnumType(UserRole, {
  name: 'UserRole',
  description: 'Role on the platform.',
  valuesConfig: {
    user: { description: 'A customer, who acts in their own teams only.' },
    admin: { description: 'Administers the platform.' },
    super_admin: {
      description:
        'Administers the platform. Only super administrators can promote or change super administrators.',
    },
  },
});

export enum SubscriptionStatus {
  active = 'active',
  inactive = 'inactive',
}
registerEnumType(SubscriptionStatus, {
  name: 'SubscriptionStatus',
  description: "Status of the subscription of a user's team.",
  valuesConfig: {
    active: { description: 'The team is on a paid or free package, on trial, or in the grace period.' },
    inactive: { description: "The team's trial or subscription has ended." },
  },
});

/** SQL condition for a bought subscription `s` that hasn't ended. */
export const isPaidSubscription = `s.status not in ('canceled', 'incomplete', 'incomplete_expired') and not s.lacks_card`;

/** SQL condition for such a subscription `s` whose latest payment failed. */
export const isOverdueSubscription = `s.past_due_since is not null and ${isPaidSubscription}`;

/**
 * SQL for a value of the team that a person owns, preferring one with a subscription, or else of the first
 * team they joined. The documented user shows their team's subscription (decisions, section 6).
 */
const ofTheirTeam =
  (column: string, otherwise = 'null') =>
  (_columns: unknown, { alias }: { alias: string }): string =>
    `coalesce((select ${column} from membership m join team t on t.id = m.team_id left join package p on p.id = t.package_id
       where m.user_id = ${alias}.id
       order by m.role = 'owner' desc, exists (select from subscription s where s.team_id = t.id and ${isPaidSubscription}) desc,
                m.created_at, m.id limit 1), ${otherwise})`;

/** SQL for the Stripe ID of the team's subscription, for sorted lists. */
export const subscriptionIdSql = ofTheirTeam(
  `(select s.stripe_id from subscription s where s.team_id = t.id and ${isPaidSubscription})`,
);
/** SQL for the name of the person's package. */
export const packageNameSql = ofTheirTeam('p.name');

/** A user account. Monitored networks belong to the user's team. */
@ObjectType({ description: 'A user account.' })
@Entity()
export class User {
  [OptionalProps]?: 'packageId' | 'packageName' | 'subscriptionStatus' | 'stripeSubscriptionId';

  @Field(() => ID, { description: 'UUID, used by `user` and `updateUser`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** Always lowercase, so that one address is one account. */
  @Field({ description: 'Email address that they sign in with, in lower case.' })
  @Property({ type: 'text' })
  @Unique()
  email!: string;

  @Property({ type: 'text' })
  passwordHash!: string;

  @Field({ description: 'At most 100 characters.' })
  @Property({ type: 'text' })
  firstName!: string;

  @Field({ description: 'At most 100 characters.' })
  @Property({ type: 'text' })
  lastName!: string;

  @Field({ description: 'Company they work for, as entered.' })
  @Property({ type: 'text' })
  companyName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Company website, as entered. `null` if they gave none.',
  })
  @Property({ type: 'text', nullable: true })
  websiteUrl?: string | null;

  /** IANA name. The zone of the browser they first signed in with, until they choose one. */
  @Property({ type: 'text', nullable: true })
  timeZone?: string | null;

  @Field(() => UserRole, {
    description: 'Role on the platform. The role in a team is `teamRole`.',
  })
  @Enum({ items: () => UserRole, default: UserRole.user })
  role: UserRole = UserRole.user;

  @Field(() => SubscriptionStatus, {
    description: 'Subscription status of the team that they own, otherwise of the first team they joined.',
  })
  @Formula(ofTheirTeam("case when t.active_until <= now() then 'inactive' else 'active' end", "'active'"), {
    type: 'text',
  })
  subscriptionStatus!: SubscriptionStatus;

  @Field(() => ID, { nullable: true, description: 'ID of the package of that team. `null` if it has none.' })
  @Formula(ofTheirTeam('t.package_id'), { type: 'uuid', nullable: true })
  packageId!: string | null;

  /** Shown to administrators and to the person (users.resolver.ts). */
  @Formula(packageNameSql, { type: 'text', nullable: true })
  packageName!: string | null;

  @Field({ description: 'Whether an administrator has suspended the account. The user cannot sign in.' })
  @Property({ type: 'boolean', default: false })
  suspended: boolean = false;

  @Field({ description: 'Whether two-factor authentication is on.' })
  @Property({ type: 'boolean', default: false })
  twoFactorEnabled: boolean = false;

  /** Base32. Set while two-factor authentication is on. */
  @Property({ type: 'text', nullable: true })
  twoFactorSecret?: Sealed | null;

  /** Shown for scanning, and without effect until a code confirms it. */
  @Property({ type: 'text', nullable: true })
  pendingTwoFactorSecret?: Sealed | null;

  /** 30-second step of the last accepted code. Codes at or before it are rejected (RFC 6238, 5.2). */
  @Property({ type: 'integer', nullable: true })
  lastTotpStep?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Stripe ID (`sub_…`) of that team's subscription. `null` if it has none.",
  })
  @Formula(subscriptionIdSql, { type: 'text', nullable: true })
  stripeSubscriptionId!: string | null;

  @Property({ type: 'timestamptz', nullable: true })
  emailVerifiedAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When they last signed in. `null` if they never have.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastSignInAt?: Date | null;

  /** When they agreed to the terms. `null` if the operator added them. */
  @Property({ type: 'timestamptz', nullable: true })
  agreedToTermsAt?: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When the account was created.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

/** Display name, or the address if there is none. */
export function nameOf({ firstName, lastName, email }: User): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** One spelling per address, so that one address is one account. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
