import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Team } from '../teams/team.entity.ts';

/** A company whose sites a team looks after. */
@ObjectType({ description: 'A company whose sites your team looks after.' })
@Entity()
@Index({
  name: 'customer_name_once_per_team',
  expression: 'create unique index "customer_name_once_per_team" on "customer" ("team_id", lower("name"))',
})
export class Customer {
  @Field(() => ID, { description: 'UUID, used to assign sites and in filters.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'Company name. Unique in your team, ignoring case.' })
  @Property({ type: 'text' })
  name!: string;

  @Field({ description: 'Color that marks it in lists, e.g. `#0369a1`.' })
  @Property({ type: 'text' })
  color!: string;

  @Field(() => [String], { description: 'Tags, in lower case. Each of its sites has them too.' })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  tags: string[] = [];

  @Field(() => Int, {
    nullable: true,
    description: 'ID of its client in HaloPSA. `null` if it is linked to none.',
  })
  @Property({ type: 'integer', nullable: true })
  haloClientId?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of that client when it was linked. `null` if it is linked to none, or if it isn’t known.',
  })
  @Property({ type: 'text', nullable: true })
  haloClientName?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'Creation time.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
