import type { Rel } from '@mikro-orm/core';
import { Entity, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import type { Sealed } from '#api/security/secrets.ts';
import { Team } from '../teams/team.entity.ts';

/** A team's connection to HaloPSA, and how tickets are handled there. */
@ObjectType({ description: "The team's HaloPSA connection, and how its tickets are handled." })
@Entity()
export class HalopsaConnection {
  @Field(() => ID, { description: 'UUID of the connection.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @OneToOne(() => Team, { deleteRule: 'cascade', unique: true, owner: true })
  team!: Rel<Team>;

  @Field({ description: 'URL of the authorization server.' })
  @Property({ type: 'text' })
  authServer!: string;

  @Field({ description: 'URL of the resource server, the root of the API.' })
  @Property({ type: 'text' })
  resourceServer!: string;

  @Field(() => String, { nullable: true, description: 'Tenant name. `null` for self-hosted servers.' })
  @Property({ type: 'text', nullable: true })
  tenant?: string | null;

  @Field({ description: 'Client ID of the API application in HaloPSA.' })
  @Property({ type: 'text' })
  clientId!: string;

  /** Loaded only for requests to HaloPSA. */
  @Property({ type: 'text', lazy: true })
  clientSecret!: Sealed;

  @Field({ description: 'Last four characters of the client secret. The secret itself is never returned.' })
  @Property({ type: 'text' })
  clientSecretTail!: string;

  @Field({ description: 'Scopes of the access tokens, separated by spaces.' })
  @Property({ type: 'text', default: 'read:customers read:tickets edit:tickets' })
  scope: string = 'read:customers read:tickets edit:tickets';

  @Field(() => Int, {
    nullable: true,
    description: "ID of the ticket type. `null` uses the tenant's default.",
  })
  @Property({ type: 'integer', nullable: true })
  ticketTypeId?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'ID of the status that means resolved. `null` leaves tickets open.',
  })
  @Property({ type: 'integer', nullable: true })
  resolvedStatusId?: number | null;

  @Field({ description: 'Whether resolving the alert closes the ticket. A note is added either way.' })
  @Property({ type: 'boolean', default: false })
  closesTickets: boolean = false;

  @Field({
    description:
      "Whether an outage of an internet provider also opens a ticket for each further client with an affected site, linked to the alert's ticket.",
  })
  @Property({ type: 'boolean', default: false })
  ticketPerClient: boolean = false;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Time of the latest successful request. `null` before the first.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastWorkedAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Null while nothing has failed since it was saved.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastFailureAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the latest failure, and what to do. `null` if there was none.',
  })
  @Property({ type: 'text', nullable: true })
  lastFailure?: string | null;

  /** Paused until then after a 429. */
  @Property({ type: 'timestamptz', nullable: true })
  pausedUntil?: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was first connected.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

/** A server's URL as stored: without a trailing slash, and with `part` appended to a bare host. */
export function normalizeAddress(given: string, part: 'api' | 'auth'): string {
  const url = URL.parse(given.trim());
  if (!url) return given.trim();
  const path = url.pathname.replace(/\/+$/, '');
  // Some guides name the token URL.
  const root = part === 'auth' ? path.replace(/\/token$/i, '') : path;
  return `${url.origin}${root || `/${part}`}`;
}

export function sameOrigin(one: string, other: string): boolean {
  return URL.parse(one)?.origin === URL.parse(other)?.origin;
}

/** Identifies a HaloPSA instance, because its IDs are only valid there. */
export function instanceKey({
  resourceServer,
  tenant,
}: {
  resourceServer: string;
  tenant?: string | null;
}): string {
  return [resourceServer, tenant].filter(Boolean).join(' ');
}

/** URL of a ticket: the resource server without `/api` (HALOPSA.md, section 5). */
export function ticketUrl(resourceServer: string, id: number): string {
  return `${resourceServer.replace(/\/api$/i, '')}/tickets?id=${id}`;
}
