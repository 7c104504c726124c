import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, Int } from 'type-graphql';
import { Package } from '../packages/package.entity.ts';

/** Someone who wants to be notified when registration opens (specification 2, section 3). */
@ObjectType({ description: 'A person waiting for registration to open.' })
@Entity()
export class WaitlistEntry {
  @Field(() => ID, { description: 'UUID, for `deleteWaitlistEntry`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** Lowercase, so that each address is listed once. */
  @Field({ description: 'Email address in lower case. Unique per list.' })
  @Unique()
  @Property({ type: 'text' })
  email!: string;

  @Index()
  @ManyToOne(() => Package, { nullable: true, deleteRule: 'set null' })
  package?: Rel<Package> | null;

  @Field(() => ID, { nullable: true, description: 'ID of the package. `null` if it was deleted.' })
  get packageId(): string | null {
    return this.package?.id ?? null;
  }

  /** Package name at that time, which outlives the package. */
  @Field({ description: 'Name of the package when they joined.' })
  @Property({ type: 'text' })
  packageName!: string;

  /** When they unsubscribed. */
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When they unsubscribed. `null` if they haven't.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  unsubscribedAt?: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When they joined.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

@ObjectType({ description: 'How many wait for one package.' })
export class PackageWaiting {
  @Field(() => ID, { nullable: true, description: 'ID of the package. `null` if it was deleted.' })
  packageId!: string | null;

  @Field({ description: 'Current or last name of the package.' })
  packageName!: string;

  @Field(() => Int, { description: 'Number of people, including unsubscribed ones.' })
  count!: number;
}

@ObjectType({ description: 'The waitlist in figures.' })
export class WaitlistSummary {
  @Field(() => Int, { description: 'Number of people, including unsubscribed ones.' })
  count!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Most popular package. `null` if the list is empty.',
  })
  mostPopular!: string | null;

  @Field(() => Int, { description: 'Who joined in the last 7 days.' })
  lastSevenDays!: number;

  @Field(() => Int, { description: 'Number of unsubscribed people.' })
  unsubscribed!: number;

  @Field(() => [PackageWaiting], { description: 'How many wait for each package, most first.' })
  perPackage!: PackageWaiting[];
}

@ObjectType({ description: 'The waitlist entry that an unsubscribe link refers to.' })
export class WaitlistLink {
  @Field({ description: 'Email address.' })
  email!: string;

  @Field({ description: 'What the address waits for.' })
  packageName!: string;

  @Field({ description: 'Whether the address is already unsubscribed.' })
  unsubscribed!: boolean;
}
