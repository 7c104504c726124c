import { Entity, Property, Enum, Index, ManyToOne, PrimaryKey, Trigger } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, GraphQLISODateTime, ID, registerEnumType } from 'type-graphql';
import { OptionalProps, type Rel } from '@mikro-orm/core';
import type { Sealed } from '#api/security/secrets.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Team } from '../teams/team.entity.ts';
import type { ConsoleCapabilities, EvaluationGap, KnownConsole } from '../unifi/reading.ts';
import { needsNewKey, problemText, type Problem, type ProblemCode } from '../unifi/errors.ts';

/** Where HaloPSA tickets go, for a controller or a rule. Stores names for when HaloPSA doesn't respond. */
@ObjectType()
@Entity({ abstract: true })
export abstract class TicketPlace {
  @Field(() => Int, {
    nullable: true,
    description: 'Client in HaloPSA that its tickets are for. Null: none is chosen here.',
  })
  @Property({ type: 'integer', nullable: true })
  haloClientId?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the client when it was chosen, for when HaloPSA is unavailable. `null` if none was.',
  })
  @Property({ type: 'text', nullable: true })
  haloClientName?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Site of that client in HaloPSA. Null: none is chosen here.',
  })
  @Property({ type: 'integer', nullable: true })
  haloSiteId?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the site when it was chosen. `null` if none was.',
  })
  @Property({ type: 'text', nullable: true })
  haloSiteName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Path of the category when it was chosen, such as `Hardware>Laptop`. `null` if none was.',
  })
  @Property({ type: 'text', nullable: true })
  haloCategoryName?: string | null;
}

export enum ControllerStatus {
  pending = 'pending',
  online = 'online',
  offline = 'offline',
  unknown = 'unknown',
  error = 'error',
}
registerEnumType(ControllerStatus, {
  name: 'ControllerStatus',
  description: 'Result of the latest reading of a controller.',
  valuesConfig: {
    pending: { description: 'The controller has been added but not read yet.' },
    online: { description: 'The latest reading succeeded.' },
    offline: { description: 'UniFi answered and reported the console as offline.' },
    unknown: {
      description:
        "UniFi answered, but the answer doesn't say whether the console is up. See `statusReason`.",
    },
    error: { description: "The controller couldn't be read. See `statusReason`." },
  },
});

/** A connection to UniFi Site Manager by API key, monitoring the sites selected for it or all of them. */
@ObjectType({
  description:
    'A connection to UniFi Site Manager by API key, monitoring the sites selected for it or all of them.',
})
// Nodes of the release before know only the one site. Where the columns disagree, such a node wrote last.
@Trigger({
  name: 'controller_selected_sites',
  timing: 'before',
  events: ['insert', 'update'],
  forEach: 'row',
  body: `
    if new.selected_site_id is distinct from
       (case when cardinality(new.selected_site_ids) = 1 then new.selected_site_ids[1] end) then
      new.selected_site_ids := case when new.selected_site_id is not null then array[new.selected_site_id] end;
      new.selected_site_names := case when new.selected_site_id is not null
        then array[coalesce(new.selected_site_name, new.selected_site_id)] end;
    end if;
    return new`,
})
@Entity()
export class Controller extends TicketPlace {
  [OptionalProps]?: 'url' | 'needsNewKey' | 'defaultCustomerId' | 'selectedSiteCount';

  @Field(() => ID, { description: 'UUID, used in rules, alerts and maintenance windows.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'Yours to choose.' })
  @Property({ type: 'text' })
  name!: string;

  /** Loaded only to call UniFi (`apiKeyOf`). A key that can't be decrypted must not hide the controller. */
  @Property({ type: 'text', lazy: true })
  apiKey!: Sealed;

  @Field({ description: 'Last four characters of the API key. The key itself is never returned.' })
  @Property({ type: 'text' })
  apiKeyTail!: string;

  @Field(() => String, { description: 'URL where the console is managed.' })
  get url(): string {
    return addressOf(this);
  }

  @Field(() => ControllerStatus, { description: 'How the last reading went.' })
  @Enum({ items: () => ControllerStatus, default: ControllerStatus.pending })
  status: ControllerStatus = ControllerStatus.pending;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the status and what to do. `null` if there is none.',
  })
  @Property({ type: 'text', nullable: true })
  statusReason?: string | null;

  /** Machine-readable code of `statusReason`. */
  @Property({ type: 'text', nullable: true })
  statusCode?: ProblemCode | null;

  @Field({ description: 'Whether the controller can only be read again with another API key.' })
  get needsNewKey(): boolean {
    return lacksKey(this);
  }

  @Field(() => String, {
    nullable: true,
    description:
      'Version of the Network application on the first monitored site. `null` until it has been read.',
  })
  @Property({ type: 'text', nullable: true })
  version?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of adopted devices on the monitored sites at the latest reading. `null` before the first.',
  })
  @Property({ type: 'integer', nullable: true })
  deviceCount?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of sites that the key can see. `null` before the first reading.',
  })
  @Property({ type: 'integer', nullable: true })
  totalSites?: number | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Time of the latest successful reading. `null` before the first.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastSync?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'ID (`hostId`) of the monitored site, if exactly one is selected. `null` if several are, or all: see `selectedSiteIds`.',
  })
  @Property({ type: 'text', nullable: true })
  selectedSiteId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of that site in UniFi. `null` if several sites are selected, or all.',
  })
  @Property({ type: 'text', nullable: true })
  selectedSiteName?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'IDs (`hostId`) of the monitored sites, 1 to 1,000. `null` monitors every site that the API key can see, including new ones.',
  })
  @Property({ type: 'text[]', nullable: true })
  selectedSiteIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Names of the selected sites when UniFi last listed them, in the order of `selectedSiteIds`. `null` for all sites.',
  })
  @Property({ type: 'text[]', nullable: true })
  selectedSiteNames?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of selected sites. `null` for all sites.',
  })
  get selectedSiteCount(): number | null {
    return this.selectedSiteIds?.length ?? null;
  }

  @Index()
  @ManyToOne(() => Customer, { nullable: true, deleteRule: 'set null' })
  defaultCustomer?: Rel<Customer> | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the customer that its new sites belong to. `null`: none.',
  })
  get defaultCustomerId(): string | null {
    return this.defaultCustomer?.id ?? null;
  }

  /** State of consoles that is kept between rounds, by hostId (watch/evaluate/infer.ts). */
  @Property({ type: 'json', default: '{}' })
  knownConsoles: Record<string, KnownConsole> = {};

  /** What the latest round couldn't evaluate. */
  @Property({ type: 'json', default: '[]' })
  evaluationGaps: EvaluationGap[] = [];

  /** Probe results per console. */
  @Property({ type: 'json', default: '[]' })
  capabilities: ConsoleCapabilities[] = [];

  @Property({ type: 'timestamptz', nullable: true })
  probedAt?: Date | null;

  @Field({ description: "Whether it exceeds the package's limit. It's kept but not monitored." })
  @Property({ type: 'boolean', default: false })
  overLimit: boolean = false;

  /** When the next reading is due. `null` stops polling (a revoked key). */
  @Index({ expression: 'create index "controller_next_poll_at_index" on "controller" ("next_poll_at")' })
  @Property({ type: 'timestamptz', nullable: true, defaultRaw: 'now()' })
  nextPollAt: Date | null = new Date();

  /** The current claim's expiry. A killed worker only costs this round. */
  @Property({ type: 'timestamptz', nullable: true })
  claimedUntil?: Date | null;

  /** Process ID of the worker that last claimed it. */
  @Property({ type: 'uuid', nullable: true })
  claimedBy?: string | null;

  /** When the last round was due, whether or not it succeeded. Durations exclude time without monitoring. */
  @Property({ type: 'timestamptz', nullable: true })
  lastRoundAt?: Date | null;

  /** Since when each change of a state is stored (`state_change`). `null` before the first reading. */
  @Property({ type: 'timestamptz', nullable: true })
  statesSince?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When a console last pushed a message (`pushedMessages`). `null` if none has.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  lastPushAt?: Date | null;

  /** Consecutive failed readings, for the backoff. */
  @Property({ type: 'integer', default: 0 })
  failures: number = 0;

  /** Seconds between readings, if different from POLL_INTERVAL_SECONDS. */
  @Property({ type: 'integer', nullable: true })
  pollSeconds?: number | null;

  /** Where the round-robin of per-device calls continues. */
  @Property({ type: 'json', nullable: true })
  readCursor?: unknown;

  /** When the cloud's WAN measurements are next requested. `null`: with the next reading. */
  @Property({ type: 'timestamptz', nullable: true })
  wansDueAt?: Date | null;

  /** Periods that ended before this have been requested. */
  @Property({ type: 'timestamptz', nullable: true })
  wansReadUntil?: Date | null;

  /** Why WAN measurements are missing, in words for the owner. */
  @Property({ type: 'text', nullable: true })
  wansProblem?: string | null;

  @Field({ description: 'Whether its alerts open tickets in HaloPSA.' })
  @Property({ type: 'boolean', default: false })
  haloEnabled: boolean = false;

  @Field(() => [String], { description: 'Of `AlertSeverity`: which of its alerts open a ticket.' })
  @Property({ type: 'text[]', defaultRaw: "'{critical}'" })
  haloSeverityLevels: string[] = ['critical'];

  @Field(() => Int, { description: '1 high, 2 medium, 3 low.' })
  @Property({ type: 'integer', default: 2 })
  haloPriority: number = 2;

  @Field(() => Int, { description: 'ID of a HaloPSA category.' })
  @Property({ type: 'integer', default: 1 })
  haloCategory: number = 1;

  @Field(() => GraphQLISODateTime, {
    description: "When it was added. The package's limit keeps the oldest.",
  })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

/** Whether the controller needs a new API key before it can be read. */
export function lacksKey({ status, statusCode }: Pick<Controller, 'status' | 'statusCode'>): boolean {
  return status === ControllerStatus.error && !!statusCode && needsNewKey(statusCode);
}

/** URL for managing its console. */
export function addressOf({ selectedSiteId }: Pick<Controller, 'selectedSiteId'>): string {
  return selectedSiteId ? consoleUrl(selectedSiteId) : 'https://unifi.ui.com';
}

/** URL for managing a console in UniFi. Its ID has a colon, which needs no escape. `unifiUrl` of the web is the same. */
export const consoleUrl = (hostId: string): string =>
  `https://unifi.ui.com/consoles/${encodeURIComponent(hostId).replaceAll('%3A', ':')}`;

/** Stores why a controller failed, as a sentence and a code. */
export function showProblem(controller: Controller, problem: Problem | undefined): void {
  controller.statusReason = problem ? problemText(problem) : null;
  controller.statusCode = problem?.code ?? null;
}
