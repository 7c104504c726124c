import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { registerEnumType, Field, ID, ObjectType } from 'type-graphql';
import { User } from '../users/user.entity.ts';
import { Team } from './team.entity.ts';

export enum TeamRole {
  owner = 'owner',
  member = 'member',
  viewer = 'viewer',
}
registerEnumType(TeamRole, {
  name: 'TeamRole',
  description: 'Role in a team.',
  valuesConfig: {
    owner: {
      description:
        'Can do everything, including managing the subscription, the members and the team name. Each team has one owner.',
    },
    member: { description: 'Can see and change everything that is not reserved for the owner.' },
    viewer: { description: 'Can see everything and acknowledge alerts.' },
  },
});

/** A person in a team. */
@Entity()
@Unique({ properties: ['team', 'user'] })
export class Membership {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Index()
  @ManyToOne(() => User, { deleteRule: 'cascade' })
  user!: Rel<User>;

  @Enum({ items: () => TeamRole, default: TeamRole.owner })
  role: TeamRole = TeamRole.owner;

  /** When the person last switched to this team. Signing in opens the latest. */
  @Property({ type: 'timestamptz', nullable: true })
  turnedToAt?: Date | null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

@ObjectType({ description: 'One of your teams, with your role.' })
export class TeamChoice {
  @Field(() => ID, { description: 'ID of the team, used by `switchTeam`.' })
  id!: string;

  @Field({ description: 'Team name.' })
  name!: string;

  @Field(() => TeamRole, { description: 'Your role in the team.' })
  role!: TeamRole;

  @Field({ description: 'Whether this is the current team of your session.' })
  current!: boolean;
}
