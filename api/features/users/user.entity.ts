import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { EncryptedType } from '#api/secrets.ts';
import { GraphQLISODateTime, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Package } from '../packages/package.entity.ts';
import { UserRole } from './user-role.ts';

export enum SubscriptionStatus {
  active = 'active',
  inactive = 'inactive',
}
registerEnumType(SubscriptionStatus, {
  name: 'SubscriptionStatus',
  description: 'Whether the account is paid for, or on trial.',
});

/** A person who signs in. What they watch belongs to their team. */
@ObjectType({ description: 'A person who signs in.' })
@Entity()
export class User {
  [OptionalProps]?: 'packageId';

  @Field(() => ID)
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** Lower-cased at every door, so that one address is one account. */
  @Field()
  @Property({ type: 'text' })
  @Unique()
  email!: string;

  @Property({ type: 'text' })
  passwordHash!: string;

  @Field()
  @Property({ type: 'text' })
  firstName!: string;

  @Field()
  @Property({ type: 'text' })
  lastName!: string;

  @Field()
  @Property({ type: 'text' })
  companyName!: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  websiteUrl?: string | null;

  @Field(() => UserRole)
  @Enum({ items: () => UserRole, default: UserRole.user })
  role: UserRole = UserRole.user;

  @Field(() => SubscriptionStatus)
  @Enum({ items: () => SubscriptionStatus, default: SubscriptionStatus.active })
  subscriptionStatus: SubscriptionStatus = SubscriptionStatus.active;

  @Index()
  @ManyToOne(() => Package, { nullable: true, deleteRule: 'set null' })
  package?: Rel<Package> | null;

  @Field(() => ID, { nullable: true })
  get packageId(): string | null {
    return this.package?.id ?? null;
  }

  @Field()
  @Property({ type: 'boolean', default: false })
  suspended: boolean = false;

  @Field()
  @Property({ type: 'boolean', default: false })
  twoFactorEnabled: boolean = false;

  /** Base32. Set while two factors are on. */
  @Property({ type: EncryptedType, nullable: true })
  twoFactorSecret?: string | null;

  /** Shown for scanning, and worth nothing until a code has confirmed it. */
  @Property({ type: EncryptedType, nullable: true })
  pendingTwoFactorSecret?: string | null;

  /** The 30-second step of the last code that was accepted: no code at or before it is accepted again (RFC 6238, 5.2). */
  @Property({ type: 'integer', nullable: true })
  lastTotpStep?: number | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  stripeSubscriptionId?: string | null;

  @Property({ type: 'timestamptz', nullable: true })
  emailVerifiedAt?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true })
  @Property({ type: 'timestamptz', nullable: true })
  lastSignInAt?: Date | null;

  /** When they agreed to the terms; null for people who were added by the operator. */
  @Property({ type: 'timestamptz', nullable: true })
  agreedToTermsAt?: Date | null;

  @Field(() => GraphQLISODateTime)
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
