import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, Int } from 'type-graphql';
import { Package } from '../packages/package.entity.ts';

/** Somebody who wants to be told when registration opens (specification 2, section 3). */
@ObjectType({ description: 'Somebody who wants to be told when registration opens.' })
@Entity()
export class WaitlistEntry {
  @Field(() => ID, { description: 'A UUID; `deleteWaitlistEntry` takes it.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** Lower-cased, so that one address stands there once. */
  @Field({ description: 'In lower case; each address stands there once.' })
  @Unique()
  @Property({ type: 'text' })
  email!: string;

  @Index()
  @ManyToOne(() => Package, { nullable: true, deleteRule: 'set null' })
  package?: Rel<Package> | null;

  @Field(() => ID, { nullable: true, description: 'The package they wait for; null once it is gone.' })
  get packageId(): string | null {
    return this.package?.id ?? null;
  }

  /** What the package was called then: it outlives the package. */
  @Field({ description: 'What the package was called when they joined.' })
  @Property({ type: 'text' })
  packageName!: string;

  /** When they asked for no more mail about it. */
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When they asked for no more mail; null while they take it.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  unsubscribedAt?: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When they joined.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

@ObjectType({ description: 'How many wait for one package.' })
export class PackageWaiting {
  @Field(() => ID, { nullable: true, description: 'The package; null once it is gone.' })
  packageId!: string | null;

  @Field({ description: 'What it is called, or was called when it is gone.' })
  packageName!: string;

  @Field(() => Int, { description: 'People, those who take no mail too.' })
  count!: number;
}

@ObjectType({ description: 'The waitlist in figures.' })
export class WaitlistSummary {
  @Field(() => Int, { description: 'People on the list, those who take no mail too.' })
  count!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The package that most wait for; null while nobody does.',
  })
  mostPopular!: string | null;

  @Field(() => Int, { description: 'Who joined in the last 7 days.' })
  lastSevenDays!: number;

  @Field(() => Int, { description: 'Who asked for no more mail.' })
  unsubscribed!: number;

  @Field(() => [PackageWaiting], { description: 'How many wait for each package, most first.' })
  perPackage!: PackageWaiting[];
}

@ObjectType({ description: 'Whose mails about the waitlist a link stops.' })
export class WaitlistLink {
  @Field({ description: 'The address that the mail was sent to.' })
  email!: string;

  @Field({ description: 'What the address waits for.' })
  packageName!: string;

  @Field({ description: 'Whether they are stopped already.' })
  unsubscribed!: boolean;
}
