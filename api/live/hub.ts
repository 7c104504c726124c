import {
  execute,
  getArgumentValues,
  Kind,
  visit,
  type GraphQLField,
  type GraphQLFormattedError,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { checkField } from '#api/graphql/access.ts';
import type { App } from '#api/config/app.ts';
import { zoneOf, type Caller, type CallerContext, type ViewerContext } from '#api/graphql/context.ts';
import { memoize, RequestCoalescer } from '#api/lib/concurrency.ts';
import { Invalid, isUnexpected } from '#api/lib/errors.ts';
import { describeFailure } from '#api/graphql/engine.ts';
import { liveExecutions, subscriptionsOpen } from '#api/observability/metrics.ts';
import { rootField, type ParsedOperation } from './document-cache.ts';
import type { Event } from './event.entity.ts';
import { Group, type Member } from './group.ts';
import type { LiveField, LiveFields, LiveRoot } from './live-field.ts';
import { eventsAfter, lastAndNext, startRelay } from './event-log.ts';

/** How many events a cursor may lag behind. Beyond that, reloading is cheaper for everyone. */
const maxEventsBehind = 10_000;

/** How long callers are gathered into one database query, in ms. */
const gathering = 25;

type Args = Record<string, unknown>;

/** A subscription that may be opened. */
export interface PreparedSubscription {
  operation: ParsedOperation;
  caller: Caller;
  /** Loads their full context, as it is when it's called. */
  loadContext: () => Promise<ViewerContext>;
  field: LiveField<Args>;
  args: Args;
  after: number | undefined;
  key: string;
}

export interface Hub {
  /**
   * Checks the caller and the operation. `loadContext` loads the caller's full context, and is called for the
   * first of many equal subscribers.
   * @throws product errors and authorization errors
   */
  prepare(
    asked: ParsedOperation,
    ctx: CallerContext,
    loadContext: PreparedSubscription['loadContext'],
  ): Promise<PreparedSubscription>;
  /** Serves the member until the returned function is called. */
  open(prepared: PreparedSubscription, member: Member): () => void;
  close(): void;
}

interface Team {
  subscribers: number;
  followed: Promise<void>;
  groups: Map<string, Group>;
}

/** Where a subscriber is. It has no group until the team is followed. */
interface Place {
  teamId: string;
  team: Team;
  group: Group | undefined;
}

/** Groups equal subscriptions of a team, so that an event costs one execution however many are watching. */
export function startHub(app: App, schema: GraphQLSchema, fields: LiveFields): Hub {
  const teams = new Map<string, Team>();
  const authorized = new RequestCoalescer<unknown>(gathering);
  const cursors = new RequestCoalescer<number | undefined>(gathering);
  const relay = startRelay({
    ...app,
    publish: (teamId, events) => {
      for (const group of teams.get(teamId)?.groups.values() ?? []) group.publish(events);
    },
  });
  checkFields(schema, fields);

  async function prepare(
    asked: ParsedOperation,
    ctx: CallerContext,
    loadContext: PreparedSubscription['loadContext'],
  ): Promise<PreparedSubscription> {
    const node = rootField(asked.document, asked.operation);
    const definition =
      node && (schema.getSubscriptionType() as GraphQLObjectType).getFields()[node.name.value];
    if (!node || !definition) throw unknownCursor();
    checkField(definition as GraphQLField<unknown, unknown>, ctx);
    const args = getArgumentValues(definition as GraphQLField<unknown, unknown>, node, asked.variables);
    const field = fields[definition.name] as LiveField;
    const cursor = node.arguments?.find((argument) => argument.name.value === 'after')?.value;
    const key = groupKey(asked, ctx, cursor?.kind === Kind.VARIABLE ? cursor.name.value : undefined);
    const teamId = ctx.viewer.team.id;
    await authorized.coalesce(`${teamId} ${key}`, async () => field.authorize(ctx, args));
    const after = field.replay
      ? await cursors.coalesce(JSON.stringify([teamId, args['after']]), () =>
          checkedCursor(ctx, args['after']),
        )
      : undefined;
    return { operation: asked, caller: ctx.viewer, loadContext, field, args, after, key };
  }

  function makeGroup(
    { groups }: Team,
    { operation, caller, loadContext, field, args, key }: PreparedSubscription,
  ): Group {
    const teamId = caller.team.id;
    const callers = new Map<'first', Promise<ViewerContext>>();
    const first = () => memoize(callers, 'first', async () => requireUnchanged(caller, await loadContext()));
    // Start now, because the first subscriber may leave before the first event.
    void first().catch(() => undefined);
    const group: Group = new Group({
      position: relay.position(teamId),
      replay: field.replay,
      accepts: (event) => field.accepts(event, args),
      execute: async (event) => executeFor(event, operation, await first()),
      eventsAfter: (seq, limit) => eventsAfter(app.orm.em.fork(), teamId, seq, limit),
      ended: () => groups.get(key) === group && groups.delete(key),
    });
    groups.set(key, group);
    return group;
  }

  async function executeFor(
    event: Event | null,
    asked: ParsedOperation,
    ctx: ViewerContext,
  ): Promise<string | null> {
    liveExecutions.inc();
    const rootValue: LiveRoot = { event };
    const contextValue = { ...ctx, em: app.orm.em.fork() };
    const { document, operationName, variables: variableValues } = asked;
    const { data, errors } = await execute({
      schema,
      document,
      operationName,
      variableValues,
      rootValue,
      contextValue,
    });
    const described = errors?.map((error) => describeFailure(error, app.log, asked.operation));
    if (described?.some(isTransient)) throw new Error('A live selection failed');
    // The alert was deleted with its controller, so there is nothing to send.
    if (!data && described?.some(({ extensions }) => extensions?.['code'] === 'NOT_FOUND')) return null;
    return JSON.stringify({ data: data ?? null, ...(described && { errors: described }) });
  }

  function follow(teamId: string): Team {
    const known = teams.get(teamId);
    if (known) return known;
    const team: Team = { subscribers: 0, followed: relay.follow(teamId), groups: new Map() };
    teams.set(teamId, team);
    team.followed.catch(() => forget(teamId, team));
    return team;
  }

  function forget(teamId: string, team: Team): void {
    if (teams.get(teamId) !== team) return;
    teams.delete(teamId);
    relay.unfollow(teamId);
  }

  function open(prepared: PreparedSubscription, member: Member): () => void {
    const teamId = prepared.caller.team.id;
    const team = follow(teamId);
    team.subscribers += 1;
    subscriptionsOpen.inc();
    const place: Place = { teamId, team, group: undefined };
    team.followed.then(
      () => join(place, prepared, member),
      () => member.fail(),
    );
    return leaveOf(place, member);
  }

  function join(place: Place, prepared: PreparedSubscription, member: Member): void {
    if (member.left) return;
    const { team } = place;
    place.group = team.groups.get(prepared.key) ?? makeGroup(team, prepared);
    void place.group.join(member, prepared.after, prepared.field.initial ?? false);
  }

  /** A separate function, because a closure would keep what was prepared in memory. */
  function leaveOf(place: Place, member: Member): () => void {
    return () => {
      if (member.left) return;
      const { teamId, team, group } = place;
      member.left = true;
      subscriptionsOpen.dec();
      group?.leave(member);
      team.subscribers -= 1;
      if (team.subscribers === 0) forget(teamId, team);
    };
  }

  return { prepare, open, close: relay.close };
}

/**
 * The number in a cursor.
 * @throws for one that the team never had, that is too old, or whose next event was deleted
 */
async function checkedCursor({ em, viewer }: CallerContext, given: unknown): Promise<number | undefined> {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given)) throw unknownCursor();
  const seq = Number(given);
  const { last, hasNext } = await lastAndNext(em, viewer.team.id, seq);
  if (seq !== last && !(hasNext && last - seq <= maxEventsBehind)) throw unknownCursor();
  return seq;
}

/** Whether the same execution may succeed later, because the failure wasn't caused by the operation. */
function isTransient(error: GraphQLFormattedError): boolean {
  return isUnexpected(error) || error.extensions?.['code'] === 'NOT_READY';
}

function unknownCursor(): Invalid {
  return new Invalid({ after: 'Unknown cursor: load the alerts again' });
}

/**
 * Subscriptions with the same key share their execution. Fields may depend on roles, and times in texts on
 * the reader's clock.
 */
function groupKey(
  { printed, operation, operationName, variables }: ParsedOperation,
  { viewer, request }: CallerContext,
  cursor?: string,
): string {
  const isShared = (name: string) => name !== cursor || usesIn(operation).get(name) !== 1;
  const shared = Object.entries(variables).filter(([name]) => isShared(name));
  const clock = [zoneOf({ viewer, request }), request.hourCycle, request.dateOrder];
  return JSON.stringify([viewer.user.role, viewer.teamRole, clock, operationName, shared, printed]);
}

const used = new WeakMap<OperationDefinitionNode, Map<string, number>>();

/** How often an operation uses each of its variables. Computed once per operation. */
function usesIn(operation: OperationDefinitionNode): ReadonlyMap<string, number> {
  const known = used.get(operation);
  if (known) return known;
  const uses = new Map<string, number>();
  const count = (name: string) => void uses.set(name, (uses.get(name) ?? 0) + 1);
  visit(operation.selectionSet, { Variable: ({ name }) => count(name.value) });
  used.set(operation, uses);
  return uses;
}

/**
 * A session may have switched to another team, or its role may have changed, and would then see other data
 * than the group.
 * @throws if so, so that everyone reconnects to a new group
 */
function requireUnchanged(came: Caller, ctx: ViewerContext): ViewerContext {
  const { team, user, teamRole, timeZone } = ctx.viewer;
  const isSame = team.id === came.team.id && user.role === came.user.role && teamRole === came.teamRole;
  if (isSame && timeZone === came.timeZone) return ctx;
  throw new Error("The first subscriber's team or role changed while the group was starting");
}

/**
 * @throws Error for a subscription field that isn't listed, which would otherwise only fail on the first
 * subscription
 */
function checkFields(schema: GraphQLSchema, fields: LiveFields): void {
  const missing = Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).filter(
    (name) => !fields[name],
  );
  if (missing.length > 0) throw new Error(`Missing from wiring/live-fields.ts: ${missing.join(', ')}`);
}
