import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { User } from '../users/user.entity.ts';
import { TeamRole } from './membership.entity.ts';
import { Team } from './team.entity.ts';

/** Somebody who was asked by mail to join a team and has not answered yet. Accepting or taking it back deletes it. */
@ObjectType({ description: 'Somebody who was asked to join and has not answered yet.' })
@Entity()
@Unique({ properties: ['team', 'email'] })
export class Invitation {
  @Field(() => ID, { description: 'What `resendInvitation` and `revokeInvitation` take.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'The address that was asked, in lower case.' })
  @Property({ type: 'text' })
  email!: string;

  @Field(() => TeamRole, { description: 'What they may do once they have accepted.' })
  @Enum({ items: () => TeamRole })
  role!: TeamRole;

  /** SHA-256 of the token in the mailed link, hex. */
  @Property({ type: 'text' })
  @Unique()
  tokenHash!: string;

  @Index()
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  invitedBy?: Rel<User> | null;

  @Field(() => GraphQLISODateTime, {
    description: 'Until when the mailed link is good: 7 days from the last mail.',
  })
  @Property({ type: 'timestamptz' })
  expiresAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When they were first asked.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
