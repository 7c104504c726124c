import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, ObjectType, Int } from 'type-graphql';
import { sealFor } from '#api/security/secrets.ts';
import type { ViewerContext, Context } from '#api/graphql/context.ts';
import { Conflict, Invalid, Unavailable } from '#api/lib/errors.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { lockTeamFor, findOwn } from '../teams/lock-team.store.ts';
import { controllerWithKey, apiKeyOf } from './api-key.store.ts';
import { Controller, ControllerStatus, showProblem } from './controller.entity.ts';
import type { ControllerChanges, ControllerInput, SiteManagerInput } from './controller.input.ts';
import { requireControllerSlot, applyLimits } from './limits.store.ts';
import { selectionOf, selectSites, watchedSites } from './selected-sites.ts';
import { type Account, readAccount } from '../unifi/unifi.client.ts';
import { UnifiError, needsNewKey, type Problem } from '../unifi/errors.ts';
import { callsOnly, cursorOf, storedCursor } from '../unifi/cursor.ts';
import { linkProblem } from '../unifi/reading.ts';

/** @throws NotFound */
export function controller(ctx: ViewerContext, id: string): Promise<Controller> {
  return own(ctx, id);
}

/**
 * The sites that a controller's key can see, requested from UniFi now.
 * @throws Unavailable
 */
export async function sites(ctx: ViewerContext, id: string): Promise<Site[]> {
  const controller = await own(ctx, id);
  const { consoles } = await accountOf(ctx, controller, 'Failed to fetch sites');
  const selected = new Set(controller.selectedSiteIds);
  return consoles.map(({ hostId, name, deviceCount }) => ({
    hostId,
    hostName: name,
    deviceCount,
    isSelected: selected.has(hostId),
  }));
}

/**
 * Adds a controller whose key UniFi accepts. If the key sees only one site, that site is selected.
 * @throws Refused at the limit, Conflict for a duplicate if the input rejects it
 */
export async function createController(ctx: ViewerContext, input: ControllerInput): Promise<Controller> {
  return add(ctx, input, () => input.name.trim());
}

/** The same, named after the key's only console. A number is added if the team has a controller of that name. */
export async function connectSiteManager(ctx: ViewerContext, input: SiteManagerInput): Promise<Controller> {
  return add(ctx, input, ({ complete, consoles: [only, ...others] }) => {
    const name = (complete && others.length === 0 && only?.name) || 'UniFi Site Manager';
    return freeName(ctx, name);
  });
}

async function freeName({ em, viewer }: ViewerContext, name: string): Promise<string> {
  const rows = await em.find(
    Controller,
    { team: viewer.team },
    { fields: ['name'], disableIdentityMap: true },
  );
  const taken = new Set(rows.map((row) => row.name));
  const numbered = (number: number): string => {
    const suffix = number > 1 ? ` ${number}` : '';
    return (
      Array.from(name)
        .slice(0, 100 - suffix.length)
        .join('') + suffix
    );
  };
  let number = 1;
  while (taken.has(numbered(number))) number += 1;
  return numbered(number);
}

async function add(
  ctx: ViewerContext,
  { apiKey: given, rejectDuplicate }: SiteManagerInput,
  nameFor: (account: Account) => string | Promise<string>,
): Promise<Controller> {
  const teamId = ctx.viewer.team.id;
  const apiKey = given.trim();
  const check = async (em: EntityManager) => {
    if (rejectDuplicate) await refuseKnownKey(em, teamId, apiKey);
    await requireControllerSlot(em, teamId);
  };
  await check(ctx.em);
  const account = await accountOf(ctx, apiKey);
  const name = await nameFor(account);
  const controller = new Controller();
  ctx.em.assign(controller, { team: ctx.viewer.team, name, ...keyFields(controller, apiKey) });
  const [only, ...others] = account.consoles;
  if (only && others.length === 0 && account.complete) selectSites(controller, [only]);
  seen(controller, account);
  await save(ctx, controller, { check });
  return controller;
}

async function refuseKnownKey(em: EntityManager, teamId: string, apiKey: string): Promise<void> {
  const known = await controllerWithKey(em, teamId, apiKey);
  if (!known) return;
  const { id: controllerId, name: controllerName } = known;
  throw new Conflict(`This API key is already connected as “${controllerName}”.`, 'known_key', {
    controllerId,
    controllerName,
  });
}

/**
 * Updates the given fields. A new key or selection of sites is checked and read immediately. That reading
 * ends the alerts of sites that are no longer selected, because it knows which devices have moved.
 */
export async function updateController(
  ctx: ViewerContext,
  id: string,
  input: ControllerChanges,
): Promise<Controller> {
  const controller = await own(ctx, id);
  const { name, apiKey } = given(input);
  const siteIds = wantedSites(input);
  const before = selectedKey(controller);
  if (name !== undefined) controller.name = name.trim();
  if (apiKey !== undefined || siteIds) {
    const key = apiKey?.trim();
    const account = await (key === undefined
      ? accountOf(ctx, controller, 'Failed to select site')
      : accountOf(ctx, key));
    if (key !== undefined) {
      // UniFi counts calls per console, so a new key doesn't reset the minute.
      const readCursor = storedCursor(callsOnly(cursorOf(controller.readCursor)));
      ctx.em.assign(controller, { ...keyFields(controller, key), readCursor });
    }
    if (siteIds) selectSites(controller, foundSites(controller, account, input, siteIds));
    if (selectedKey(controller) !== before) ctx.em.assign(controller, { version: null, deviceCount: null });
    seen(controller, account);
  }
  if (siteIds === null) selectSites(controller, null);
  const isChanged = selectedKey(controller) !== before;
  // A revoked key stays unread.
  if (isChanged && controller.nextPollAt) controller.nextPollAt = new Date();
  // A reading in progress uses the old key and sites. End its claim, so that its worker writes nothing.
  if (apiKey !== undefined || siteIds !== undefined) controller.claimedUntil = new Date();
  await save(ctx, controller, { after: isChanged ? applyLimits : undefined });
  return controller;
}

/**
 * The sites that an update selects: `null` for all, undefined if it doesn't say.
 * @throws Invalid if the field for one site says something else
 */
function wantedSites(input: ControllerChanges): string[] | null | undefined {
  const { selectedSiteId: one, selectedSiteIds } = given(input);
  if (selectedSiteIds === undefined) return typeof one === 'string' ? [one] : one;
  const ids = selectedSiteIds && [...new Set(selectedSiteIds)];
  const only = ids?.length === 1 ? ids[0] : null;
  if (one !== undefined && one !== only)
    throw new Invalid({
      selectedSiteIds: "`selectedSiteId` doesn't match this list. Leave one of them out.",
    });
  return ids;
}

/**
 * The sites with these IDs, in UniFi's order. A selected site that has left the account may stay in a list,
 * so that removing another one doesn't forget it.
 * @throws Invalid if the key can't see one of them
 */
function foundSites(
  controller: Controller,
  { consoles }: Account,
  { selectedSiteIds }: ControllerChanges,
  ids: readonly string[],
) {
  const wanted = new Set(ids);
  const isSeen = new Set(consoles.map(({ hostId }) => hostId));
  const gone = selectedSiteIds ? selectionOf(controller).filter(({ hostId }) => !isSeen.has(hostId)) : [];
  const found = [...consoles, ...gone].filter(({ hostId }) => wanted.delete(hostId));
  const [missing] = wanted;
  if (missing === undefined) return found;
  if (!selectedSiteIds) throw new Invalid({ selectedSiteId: 'Site not found' });
  throw new Invalid({
    selectedSiteIds: `Site not found: ${missing}. Choose from the sites that the API key can see.`,
  });
}

/** The selection as one value, to compare. */
const selectedKey = ({ selectedSiteIds }: Controller): string =>
  JSON.stringify(selectedSiteIds?.toSorted() ?? null);

/** Also deletes its rules, alerts and measurements. A controller over the package's limit takes its place. */
export async function deleteController(ctx: ViewerContext, id: string): Promise<string> {
  await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'manage');
    await em.remove(await own({ ...ctx, em }, id)).flush();
    await appendEvents(em, ctx.viewer.team.id, [{ kind: 'controller', controllerId: id }]);
    await applyLimits(em, ctx.viewer.team.id);
  });
  return id;
}

/** Calls UniFi now and stores the result. A rejection is a result here, not an error. */
export async function testController(ctx: ViewerContext, id: string): Promise<ConnectionTest> {
  const controller = await own(ctx, id);
  try {
    const account = await askAccount(ctx, controller);
    seen(controller, account);
    await save(ctx, controller);
    const { version } = controller;
    return {
      success: true,
      version,
      message: `Connected: the key sees ${counted(account.consoles.length)}.`,
    };
  } catch (error) {
    if (!(error instanceof UnifiError)) throw error;
    controller.status = ControllerStatus.error;
    showProblem(controller, error.problem);
    if (error.kind === 'revoked') controller.nextPollAt = null;
    await save(ctx, controller);
    return { success: false, error: error.message, message: error.message };
  }
}

/** What else happens when a controller is saved, in the same transaction and under the team's lock. */
interface Along {
  check?: (em: EntityManager) => Promise<void>;
  after?: (em: EntityManager, teamId: string) => Promise<void>;
}

/** Saves it, notifies the team's screens, and has it read if due. */
async function save(ctx: ViewerContext, controller: Controller, { check, after }: Along = {}): Promise<void> {
  const { em, viewer, app } = ctx;
  await em.transactional(async (tx) => {
    await lockTeamFor(tx, ctx, 'manage');
    await check?.(tx);
    await tx.persist(controller).flush();
    await after?.(tx, viewer.team.id);
    await appendEvents(tx, viewer.team.id, [{ kind: 'controller', controllerId: controller.id }]);
  });
  app.pubsub.publish({ topic: 'poll', controllerId: controller.id });
}

function own(ctx: ViewerContext, id: string): Promise<Controller> {
  return findOwn(ctx, Controller, id, 'Controller');
}

function keyFields(controller: Controller, apiKey: string) {
  return {
    apiKey: sealFor(controller, 'controller.api_key', apiKey),
    apiKeyTail: apiKey.slice(-4),
    capabilities: [],
    probedAt: null,
    readCursor: null,
    failures: 0,
  };
}

function counted(sites: number): string {
  return sites === 1 ? '1 site' : `${sites} sites`;
}

/** The documented message for a key that UniFi rejects. */
export const wrongKey = 'Failed to connect UniFi Site Manager. Please check your API key.';

/**
 * Timeout while a person waits. Shorter than the execution limit, so that something reported as failed can't
 * turn out to have worked.
 */
const patienceMs = 4500;

/**
 * What a key, or a controller's stored one, can see, requested from UniFi now.
 * @throws UnifiError
 */
export async function askAccount({ app, em }: Context, of: string | Controller): Promise<Account> {
  const apiKey = typeof of === 'string' ? of : await apiKeyOf(em, of);
  return readAccount({ baseUrl: app.config.unifiApiUrl, apiKey, signal: AbortSignal.timeout(patienceMs) });
}

/**
 * The same for a screen that shows `title` on failure.
 * @throws Invalid for a rejected new key, else Unavailable
 */
export async function accountOf(
  ctx: Context,
  of: string | Controller,
  title = 'Failed to connect UniFi Site Manager',
): Promise<Account> {
  try {
    return await askAccount(ctx, of);
  } catch (error) {
    if (!(error instanceof UnifiError)) throw error;
    if (typeof of === 'string' && needsNewKey(error.problem.code)) throw new Invalid({ apiKey: wrongKey });
    throw new Unavailable(`${title}: ${error.message}`, { detail: error.message });
  }
}

/** Applies what the account's response already shows. The next reading, due now, adds the rest. */
function seen(controller: Controller, { consoles }: Account): void {
  const isWatched = watchedSites(controller);
  const sites = controller.selectedSiteIds ? consoles.filter(({ hostId }) => isWatched(hostId)) : [];
  const [site] = sites;
  const isUnknown =
    consoles.length === 0 || (site && sites.every(({ reportedState }) => reportedState !== undefined));
  controller.status = isUnknown ? ControllerStatus.unknown : ControllerStatus.online;
  if (site && sites.every(({ link }) => link === 'disconnected'))
    controller.status = ControllerStatus.offline;
  const problem: Problem | undefined = site ? linkProblem(site) : { code: 'no_consoles' };
  const isWell = controller.status === ControllerStatus.online;
  showProblem(controller, isWell ? undefined : problem);
  controller.totalSites = consoles.length;
  controller.version = site?.version ?? controller.version;
  const counts = sites.flatMap(({ deviceCount }) => deviceCount ?? []);
  if (site && counts.length === sites.length)
    controller.deviceCount = counts.reduce((sum, count) => sum + count, 0);
  controller.lastSync = new Date();
  controller.nextPollAt = new Date();
}

@ObjectType({ description: 'Result of a connection test.' })
export class ConnectionTest {
  @Field({ description: 'Whether UniFi accepted the key.' })
  success!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      "Version of the Network application on the first monitored site. `null` if it couldn't be read.",
  })
  version?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What went wrong and what to do. `null` if nothing did.',
  })
  error?: string | null;

  @Field({ description: 'What was found, in a sentence.' })
  message!: string;
}

@ObjectType({ description: 'A location on a controller: a UniFi console or a self-hosted Network Server.' })
export class Site {
  @Field({ description: 'ID, for `selectedSiteIds`.' })
  hostId!: string;

  @Field({ description: 'Name of the console in UniFi.' })
  hostName!: string;

  @Field(() => Int, {
    nullable: true,
    description: "Number of adopted devices. `null` if UniFi didn't report it.",
  })
  deviceCount?: number | null;

  @Field({ description: 'Whether the site is selected. `false` for every site if all are monitored.' })
  isSelected!: boolean;
}
