import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { User } from '../users/user.entity.ts';
import { TeamRole } from './membership.entity.ts';
import { Team } from './team.entity.ts';

/** A pending invitation. Accepting or revoking it deletes it. */
@ObjectType({ description: 'A pending invitation to join the team.' })
@Entity()
@Unique({ properties: ['team', 'email'] })
export class Invitation {
  @Field(() => ID, { description: 'UUID, used by `resendInvitation` and `revokeInvitation`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'Invited email address, in lower case.' })
  @Property({ type: 'text' })
  email!: string;

  @Field(() => TeamRole, { description: 'Role that the invitation grants.' })
  @Enum({ items: () => TeamRole })
  role!: TeamRole;

  /** SHA-256 of the token in the emailed link, hex. */
  @Property({ type: 'text' })
  @Unique()
  tokenHash!: string;

  @Index()
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  invitedBy?: Rel<User> | null;

  @Field(() => GraphQLISODateTime, {
    description: 'When the link expires, 7 days after the last email.',
  })
  @Property({ type: 'timestamptz' })
  expiresAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When they were first invited.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
