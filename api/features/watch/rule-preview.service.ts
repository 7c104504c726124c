import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { runYielding } from '#api/lib/concurrency.ts';
import { paced, type Steps } from '#api/lib/steps.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import type { AlertRule } from '../alerts/alert-rule.entity.ts';
import type { AlertRuleChanges } from '../alerts/alert-rule.input.ts';
import { draftRule } from '../alerts/alert-rules.service.ts';
import { AlertCondition } from '../alerts/alert.enums.ts';
import { isAboutLines } from '../alerts/condition.ts';
import { coveredWords } from '../alerts/rule-scope.service.ts';
import {
  matchedDevice,
  matcherOf,
  patternCount,
  siteMatches,
  type MatchedDevice,
} from '../alerts/rule-scope.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { DeviceRole, DeviceState } from '../controllers/device.entity.ts';
import { isWatched } from '../controllers/limits.store.ts';
import { watchedSites } from '../controllers/selected-sites.ts';
import { Customer } from '../customers/customer.entity.ts';
import { sitesOf, type KnownSite } from '../sites/team-sites.store.ts';
import { macOf } from '../unifi/shapes.ts';
import type { CoveredCustomer, RulePreview } from './rule-preview.ts';

/** Which page of the devices to return. */
interface Page {
  first: number;
  after?: string | null;
}

/**
 * What a rule would cover, from the sites and devices that the latest polls saw.
 * @throws Invalid, or NotFound for another team's rule, controller or customer
 */
export async function previewRule(
  ctx: ViewerContext,
  ruleId: string | null,
  input: AlertRuleChanges,
  { first, after }: Page,
): Promise<RulePreview> {
  const rule = await draftRule(ctx, ruleId, input);
  const { sites, covered, leftOut, withoutModel } = await runYielding(match(rule, await placesOf(ctx, rule)));
  const devices = covered.filter(({ isMonitored }) => isMonitored).toSorted(bySiteAndName);
  const start = after ? devices.findIndex(({ id }) => id === after) + 1 : 0;
  const isAboutState = rule.condition === AlertCondition.device_offline;
  const withRole = (role: DeviceRole) => devices.filter((device) => device.role === role).length;
  return {
    covers: await coveredWords(ctx, rule),
    siteCount: sites.length,
    deviceCount: devices.length,
    roles: Object.values(DeviceRole)
      .map((role) => ({ role, deviceCount: withRole(role) }))
      .filter(({ deviceCount }) => deviceCount > 0),
    ...(await customersOf(ctx, sites, devices)),
    leftOut,
    withoutModel,
    unmonitored: covered.length - devices.length,
    troubled: isAboutState ? devices.filter(({ state }) => isDown.has(state)).length : null,
    offlineSites: isAboutState ? sites.filter(({ isOffline }) => isOffline).length : null,
    devices: devices.slice(start, start + first).map(({ mac, role, state, ...device }) => ({
      ...device,
      mac: macOf(mac) ?? '',
      role: DeviceRole[role],
      state: DeviceState[state],
    })),
  };
}

const isDown: ReadonlySet<string> = new Set([DeviceState.offline, DeviceState.impaired]);
const { compare } = new Intl.Collator('en');
const bySiteAndName = (a: PlacedDevice, b: PlacedDevice): number =>
  compare(a.siteName, b.siteName) || compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

type DeviceRow = Awaited<ReturnType<typeof deviceRows>>[number];

interface PlacedDevice extends DeviceRow {
  siteName: string;
  isMonitored: boolean;
  facts: MatchedDevice;
}

/** A site that the rule may cover. */
interface Place {
  site: KnownSite;
  isMonitored: boolean;
  isOffline: boolean;
  devices: PlacedDevice[];
}

/** Decides about every device, as `evaluate` does. */
function* match(
  { condition, scope, exceptions }: AlertRule,
  places: readonly Place[],
): Steps<{ sites: Place[]; covered: PlacedDevice[]; leftOut: number[]; withoutModel: number }> {
  const matcher = matcherOf(scope, exceptions);
  const ofAnyModel = matcherOf({ ...scope, models: null }, exceptions);
  const covered: PlacedDevice[] = [];
  const leftOut = exceptions.map(() => 0);
  let withoutModel = 0;
  for (const { site, devices } of places) {
    yield* paced(devices, (device) => {
      const mismatch = matcher.mismatch(site, device.facts);
      if (!mismatch) covered.push(device);
      else if (mismatch.by === 'exception') leftOut[mismatch.index]! += 1;
      else if (!device.model && !ofAnyModel.mismatch(site, device.facts)) withoutModel += 1;
    });
    yield;
  }
  const sites: Place[] = [];
  const isOfLines = isAboutLines(condition);
  for (const place of places) {
    if (isOfLines) {
      if (place.isMonitored && !matcher.mismatch(place.site, {})) sites.push(place);
      continue;
    }
    const monitored = place.devices.filter(({ isMonitored }) => isMonitored).map(({ facts }) => facts);
    if (place.isMonitored && (yield* matcher.coversSite(place.site, monitored))) sites.push(place);
    yield;
  }
  return { sites, covered, leftOut, withoutModel };
}

/** The most customers named. */
const mostCustomers = 10;

async function customersOf(
  { em }: ViewerContext,
  sites: readonly Place[],
  devices: readonly PlacedDevice[],
): Promise<Pick<RulePreview, 'customers' | 'customerCount'>> {
  const bySite = new Map(sites.map(({ site }) => [site.hostId, site.customerId]));
  const counts = new Map<string | null, Omit<CoveredCustomer, 'customer'>>();
  const countOf = (customerId: string | null) => {
    const own = counts.get(customerId) ?? { siteCount: 0, deviceCount: 0 };
    counts.set(customerId, own);
    return own;
  };
  for (const { site } of sites) countOf(site.customerId).siteCount += 1;
  for (const { hostId } of devices) countOf(bySite.get(hostId) ?? null).deviceCount += 1;
  const largest = [...counts]
    .toSorted(([, a], [, b]) => b.deviceCount - a.deviceCount)
    .slice(0, mostCustomers);
  const customers = await em.find(Customer, { id: { $in: largest.flatMap(([id]) => id ?? []) } });
  return {
    customers: largest.map(([id, own]) => ({
      customer: customers.find((one) => one.id === id) ?? null,
      ...own,
    })),
    customerCount: counts.size - (counts.has(null) ? 1 : 0),
  };
}

/** The sites in reach of the rule's controller, site and scope, with their devices. */
async function placesOf(ctx: ViewerContext, rule: AlertRule): Promise<Place[]> {
  const { em, viewer } = ctx;
  const own = { team: viewer.team, ...(rule.controllerId && { id: rule.controllerId }) };
  const selected = new Map((await em.find(Controller, own)).map((one) => [one.id, watchedSites(one)]));
  const polled = new Set(await polledControllers(ctx));
  const isInReach = (site: KnownSite) =>
    (rule.siteId ?? site.hostId) === site.hostId && siteMatches(rule.scope, site);
  const known = new Map((await sitesOf(em, viewer.team.id)).map((site) => [site.hostId, site]));
  const places = new Map<string, Place>();
  const placeAt = (hostId: string, controllerId: string): Place | undefined => {
    const site = known.get(hostId) ?? unknownSite(hostId);
    if (!selected.get(controllerId)?.(hostId) || !isInReach(site)) return undefined;
    const place = places.get(hostId) ?? { site, isMonitored: false, isOffline: false, devices: [] };
    place.isMonitored ||= polled.has(controllerId);
    places.set(hostId, place);
    return place;
  };
  for (const { hostId, controllerId } of known.values()) if (controllerId) placeAt(hostId, controllerId);
  const rows = await deviceRows(ctx, rule.controllerId);
  chargeRows(ctx, known.size + rows.length, rowsPerPoint.summedUp);
  chargeRows(ctx, rows.length * patternCount(rule), rowsPerPoint.summedUp);
  const devices = new Map<string, PlacedDevice>();
  for (const row of rows) {
    const { hostId, controllerId, mac, overLimit } = row;
    const place = placeAt(hostId, controllerId);
    if (!place) continue;
    place.isOffline ||= row.stateReason === 'console_offline' && polled.has(controllerId);
    const isMonitored = polled.has(controllerId) && !overLimit;
    // A device that two controllers list counts once, as monitored if one of them monitors it.
    const key = `${mac} ${hostId}`;
    const twin = devices.get(key);
    if (twin) twin.isMonitored ||= isMonitored;
    else {
      const device = { ...row, siteName: place.site.name, isMonitored, facts: matchedDevice(row) };
      devices.set(key, device);
      place.devices.push(device);
    }
  }
  return [...places.values()];
}

const unknownSite = (hostId: string): KnownSite => ({
  hostId,
  name: hostId,
  customerId: null,
  tags: [],
  isListed: true,
});

async function polledControllers({ em, viewer }: ViewerContext): Promise<string[]> {
  const sql = `select id from controller where team_id = ? and ${isWatched}`;
  const rows = await queryRows(em, { id: tables.controller.id }, sql, [viewer.team.id]);
  return rows.map(({ id }) => id);
}

const { id, controller_id, host_id, mac, name, model, role, state, state_reason, over_limit } = tables.device;

/** The team's devices, or those of one controller. */
function deviceRows({ em, viewer }: ViewerContext, controllerId: string | null) {
  return queryRows(
    em,
    {
      id,
      controllerId: controller_id,
      hostId: host_id,
      mac,
      name,
      model,
      role,
      state,
      stateReason: state_reason,
      overLimit: over_limit,
    },
    `select d.id, d.controller_id as "controllerId", d.host_id as "hostId", d.mac, d.name, d.model, d.role, d.state,
            d.state_reason as "stateReason", d.over_limit as "overLimit"
       from device d join controller c on c.id = d.controller_id
      where c.team_id = ? and c.id = coalesce(?::uuid, c.id) and d.left_at is null
      order by c.created_at, c.id`,
    [viewer.team.id, controllerId],
  );
}
