import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';

export enum TokenScope {
  read = 'read',
  alerts = 'alerts',
  manage = 'manage',
}
registerEnumType(TokenScope, {
  name: 'TokenScope',
  description: 'What a token may do: `manage` includes `alerts`, and that `read`.',
  valuesConfig: {
    read: { description: 'Looks at everything of the team.' },
    alerts: { description: 'Also acknowledges alerts and changes rules.' },
    manage: { description: 'Everything of the team that its maker may do, but for people and payment.' },
  },
});

/** A key with which a program acts for a person in one of their teams. */
@ObjectType({ description: 'A key with which a program acts for you. What it was is shown only once.' })
@Entity()
export class ApiToken {
  @Field(() => ID, { description: 'What `revokeApiToken` takes; it is no secret.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'What it is for, as its maker wrote it.' })
  @Property({ type: 'text' })
  name!: string;

  /** SHA-256 of the token, hex. */
  @Property({ type: 'text' })
  @Unique()
  tokenHash!: string;

  @Field({ description: 'The last four characters, to tell tokens apart.' })
  @Property({ type: 'text' })
  tail!: string;

  @Field(() => [TokenScope], { description: 'What it may do.' })
  @Enum({ items: () => TokenScope, array: true })
  scopes!: TokenScope[];

  @Index()
  @ManyToOne(() => User, { deleteRule: 'cascade' })
  user!: Rel<User>;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'When the token stops working: at the end of its lifetime, or earlier if the security policy allows less. Never `null`.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  expiresAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When a program last used it, within a minute; null: never.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastUsedAt?: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
