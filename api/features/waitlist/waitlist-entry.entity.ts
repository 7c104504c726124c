import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
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
