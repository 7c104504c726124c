import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { Team } from '../teams/team.entity.ts';

/** A link that shows a team's open alerts on a screen that no one is signed in to. Deleting it revokes the link. */
@ObjectType({
  description: 'A link for a screen. It shows only your open alerts, without signing in.',
})
@Entity()
export class WallLink {
  @Field(() => ID, { description: 'UUID, for `revokeWallLink`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'Where the screen is, such as `Office TV`.' })
  @Property({ type: 'text' })
  name!: string;

  @Field({ description: 'Name of the person who created it.' })
  @Property({ type: 'text' })
  createdBy!: string;

  @Field(() => GraphQLISODateTime, { description: 'Creation time.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When a screen last used it, to the minute. `null` if none has.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastOpenedAt?: Date | null;
}
