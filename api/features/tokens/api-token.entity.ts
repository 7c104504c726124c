import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType, Int } from 'type-graphql';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';

/** Prefix of every API token, so that people and secret scanners recognize one. */
export const apiTokenPrefix = 'nl_';

export enum TokenScope {
  read = 'read',
  alerts = 'alerts',
  manage = 'manage',
}
registerEnumType(TokenScope, {
  name: 'TokenScope',
  description: 'Scope of an API token. `manage` includes `alerts`, which includes `read`.',
  valuesConfig: {
    read: { description: "Reads all of the team's data." },
    alerts: { description: 'Also acknowledges alerts and changes alert rules.' },
    manage: {
      description:
        'Everything that its creator can do in the team, except managing members and billing, and creating wall links.',
    },
  },
});

/** A key that lets a program act on a person's behalf in one of their teams. */
@ObjectType({
  description: 'A key that lets a program act on your behalf. The key itself is only shown once.',
})
@Entity()
export class ApiToken {
  @Field(() => ID, { description: 'UUID, used by `revokeApiToken`. Not a secret.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'Name given by its creator.' })
  @Property({ type: 'text' })
  name!: string;

  /** SHA-256 of the token, hex. */
  @Property({ type: 'text' })
  @Unique()
  tokenHash!: string;

  @Field({ description: 'Last four characters, to tell tokens apart.' })
  @Property({ type: 'text' })
  tail!: string;

  @Field(() => [TokenScope], { description: 'Scopes of the token.' })
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
    description: 'When it was last used, accurate to a minute. `null` if never.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastUsedAt?: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was created.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

@ObjectType({ description: 'A newly created API token.' })
export class NewApiToken {
  @Field({ description: 'The token, sent as `Authorization: Bearer …`. Only returned here.' })
  token!: string;

  @Field(() => ApiToken, { description: 'The token as `apiTokens` lists it.' })
  apiToken!: ApiToken;
}

@ObjectType({
  description: 'Limits of the API. Requests beyond one fail with a message that names it.',
})
export class ApiLimits {
  @Field(() => Int, {
    description: 'Requests per minute of one person, across all browsers and API tokens.',
  })
  requestsPerMinute!: number;

  @Field(() => Int, { description: 'Cost of all operations per minute, in points, counted the same way.' })
  costPerMinute!: number;

  @Field(() => Int, { description: 'Maximum estimated cost of one operation, in points.' })
  cost!: number;

  @Field(() => Int, {
    description: 'Maximum depth of fields in one operation. Fragment spreads do not count.',
  })
  depth!: number;

  @Field(() => Int, { description: 'Maximum number of aliases in one operation.' })
  aliases!: number;

  @Field(() => Int, { description: 'Maximum number of directives in one operation.' })
  directives!: number;

  @Field(() => Int, { description: 'Maximum number of lexical tokens in a GraphQL document.' })
  tokens!: number;

  @Field(() => Int, { description: 'Maximum number of rows that one list returns, the limit of `first`.' })
  rows!: number;

  @Field(() => Int, { description: 'Maximum size of a request body or WebSocket message, in bytes.' })
  bodyBytes!: number;

  @Field(() => Int, {
    description:
      'Longest lifetime of a new API token in days: 365, or less if the security policy allows less.',
  })
  tokenDays!: number;
}
