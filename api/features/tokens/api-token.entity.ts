import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType, Int } from 'type-graphql';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';

/** Begins every API token, so that one is known at sight, and by programs that look for leaked ones. */
export const apiTokenPrefix = 'nl_';

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

@ObjectType({ description: 'A token that was just made.' })
export class NewApiToken {
  @Field({ description: 'Send it as `Authorization: Bearer …`. Shown this once.' })
  token!: string;

  @Field(() => ApiToken, { description: 'How the list shows it from now on.' })
  apiToken!: ApiToken;
}

@ObjectType({
  description: 'How much a program may ask for; more is refused with a sentence that names the limit.',
})
export class ApiLimits {
  @Field(() => Int, {
    description: 'Per minute, of a person on all their screens and with all their API tokens together.',
  })
  requestsPerMinute!: number;

  @Field(() => Int, { description: 'Points of all operations of a minute, counted likewise.' })
  costPerMinute!: number;

  @Field(() => Int, { description: 'Points of one operation: what executing it is likely to cost.' })
  cost!: number;

  @Field(() => Int, { description: 'Levels of fields in one operation; naming a fragment is none.' })
  depth!: number;

  @Field(() => Int, { description: 'Fields under another name in one operation.' })
  aliases!: number;

  @Field(() => Int, { description: 'Directives in one operation.' })
  directives!: number;

  @Field(() => Int, { description: 'Words and signs of a document, as GraphQL counts them.' })
  tokens!: number;

  @Field(() => Int, { description: 'Rows that one list gives at once: what `first` may be.' })
  rows!: number;

  @Field(() => Int, { description: 'Bytes of the body of a request, and of a message on a WebSocket.' })
  bodyBytes!: number;

  @Field(() => Int, {
    description:
      'Longest lifetime of a new API token in days: 365, or less if the security policy allows less.',
  })
  tokenDays!: number;
}
