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
  description: 'What somebody may do in a team.',
  valuesConfig: {
    owner: {
      description:
        'Everything, with the subscription, the people and the name of the team. Each team has one.',
    },
    member: { description: "Sees and changes everything but what is the owner's." },
    viewer: { description: 'Sees everything, acknowledges alerts, and changes nothing else.' },
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

  /** When the person last turned to this team: signing in leads there. */
  @Property({ type: 'timestamptz', nullable: true })
  turnedToAt?: Date | null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

@ObjectType({ description: 'A team of yours, and what you may do in it.' })
export class TeamChoice {
  @Field(() => ID, { description: 'What `switchTeam` takes.' })
  id!: string;

  @Field({ description: 'As its owner calls it.' })
  name!: string;

  @Field(() => TeamRole, { description: 'What you may do in it.' })
  role!: TeamRole;

  @Field({ description: 'The one that this session looks at.' })
  current!: boolean;
}
