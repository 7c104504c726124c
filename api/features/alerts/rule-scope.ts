import { isOnOneLine, isSeen } from '#api/graphql/schema/texts.ts';
import { Invalid } from '#api/lib/errors.ts';
import { someOf, type Steps } from '#api/lib/steps.ts';
import { tidyTags } from '../customers/tags.ts';
import type { RuleScope } from './alert-rule.entity.ts';

/** What scopes know of a site. */
export interface MatchedSite {
  hostId: string;
  customerId: string | null;
  /** Its own tags and those of its customer. */
  tags: readonly string[];
}

/** What scopes know of a device, prepared once for all rules. A fact that isn't known matches no list. */
export interface MatchedDevice {
  mac?: string;
  role?: string;
  /** Folded. */
  model?: string;
  /** Folded. */
  name?: string;
}

interface DescribedDevice {
  mac: string;
  role: string;
  model?: string | null;
  name: string;
}

export function matchedDevice({ mac, role, model, name }: DescribedDevice): MatchedDevice {
  return { mac, role, name: fold(name), ...(model && { model: fold(model) }) };
}

/** Why a rule doesn't cover a device: its site, the device itself, or an exception, counted from 0. */
export type Mismatch = { by: 'site' } | { by: 'device' } | { by: 'exception'; index: number };

/** Decides what a rule covers. Compiled once, because a round asks about thousands of devices. */
export interface ScopeMatcher {
  /** Undefined: the rule covers the device. */
  mismatch(site: MatchedSite, device: MatchedDevice): Mismatch | undefined;
  /**
   * Whether the rule covers anything at a site, and so reports that its console is offline. The known devices there,
   * which include the console, are unknown then, so a rule about one of them would otherwise be silent. If none is
   * known, a rule without device filters covers the site.
   */
  coversSite(site: MatchedSite, devices: readonly MatchedDevice[]): Steps<boolean>;
}

export function matcherOf(scope: RuleScope, exceptions: readonly RuleScope[]): ScopeMatcher {
  const own = compile(scope);
  const excluded = exceptions.map(compile);
  const mismatch: ScopeMatcher['mismatch'] = (site, device) => {
    if (!own.site(site)) return { by: 'site' };
    if (!own.device(device)) return { by: 'device' };
    const index = excluded.findIndex((one) => one.site(site) && one.device(device));
    return index < 0 ? undefined : { by: 'exception', index };
  };
  return {
    mismatch,
    *coversSite(site, devices) {
      if (!own.site(site)) return false;
      const there = excluded.filter((one) => one.site(site));
      if (there.some(({ isAnyDevice }) => isAnyDevice)) return false;
      if (own.isAnyDevice && there.length === 0) return true;
      if (yield* someOf(devices, (device) => !mismatch(site, device))) return true;
      return own.isAnyDevice && devices.length === 0;
    },
  };
}

/** How many name patterns a rule and its exceptions have. Each device may be matched against all of them. */
export const patternCount = (rule: { scope: RuleScope; exceptions: readonly RuleScope[] }): number =>
  [rule.scope, ...rule.exceptions].reduce((sum, { names }) => sum + (names?.length ?? 0), 0);

/** Whether a scope limits nothing. */
export const isUnlimited = (scope: RuleScope): boolean =>
  Object.values(scope).every((list: unknown[] | null | undefined) => !list?.length);

/** Whether a scope is about some devices, and so covers no internet line. */
export const namesDevices = (scope: RuleScope): boolean => !compile(scope).isAnyDevice;

/** Whether a site matches the lists of a scope that are about sites. */
export const siteMatches = (scope: RuleScope, site: MatchedSite): boolean => compile(scope).site(site);

function compile({ customerIds, tags, siteIds, deviceRoles, models, names, macs }: RuleScope) {
  const [customers, anyTag, sites] = [setOf(customerIds), setOf(tags), setOf(siteIds)];
  const [roles, anyModel, anyMac] = [setOf<string>(deviceRoles), setOf(models?.map(fold)), setOf(macs)];
  const patterns = names?.length ? names.map((pattern) => patternOf(fold(pattern))) : undefined;
  const isIn = (set: ReadonlySet<string> | undefined, value: string | null | undefined): boolean =>
    !set || (value != null && set.has(value));
  return {
    isAnyDevice: !roles && !anyModel && !anyMac && !patterns,
    site: ({ hostId, customerId, tags: own }: MatchedSite): boolean =>
      isIn(customers, customerId) && isIn(sites, hostId) && (!anyTag || own.some((tag) => anyTag.has(tag))),
    device: ({ mac, role, model, name }: MatchedDevice): boolean =>
      isIn(roles, role) &&
      isIn(anyMac, mac) &&
      isIn(anyModel, model) &&
      (!patterns || (name !== undefined && patterns.some((matches) => matches(name)))),
  };
}

const setOf = <T extends string>(list: readonly T[] | null | undefined): ReadonlySet<string> | undefined =>
  list?.length ? new Set(list) : undefined;

const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * Matches a pattern with `*` and `?`, the pieces between its `*` one after the other. Each is found once and never searched
 * for again, so the time is bounded, which that of one regular expression with many `*` isn't.
 */
function patternOf(pattern: string): (name: string) => boolean {
  // `?*?` and `??*` match the same, and the latter needs no search for a single letter.
  const tidied = pattern.replace(/[*?]*\*[*?]*/g, (run) => `${run.replaceAll('*', '')}*`);
  const [first = '', ...pieces] = tidied.split('*');
  const last = pieces.pop();
  const start = prefixOf(first);
  if (last === undefined) return (name) => start(name) === name.length;
  const between = pieces.map(finderOf);
  const end = suffixOf(last);
  return (name) => {
    let at = start(name);
    for (const find of between) {
      if (at === undefined) return false;
      at = find(name, at);
    }
    return at !== undefined && end(name, at);
  };
}

/** Where the first piece ends. Most pieces are plain text, which takes no regular expression. */
function prefixOf(piece: string): (name: string) => number | undefined {
  if (!piece.includes('?')) return (name) => (name.startsWith(piece) ? piece.length : undefined);
  const start = new RegExp(`^${sourceOf(piece)}`, 'su');
  return (name) => start.exec(name)?.[0].length;
}

/** Where the next occurrence of a piece ends. */
function finderOf(piece: string): (name: string, from: number) => number | undefined {
  if (!piece.includes('?'))
    return (name, from) => {
      const at = name.indexOf(piece, from);
      return at < 0 ? undefined : at + piece.length;
    };
  const next = new RegExp(sourceOf(piece), 'gsu');
  return (name, from) => {
    next.lastIndex = from;
    return next.test(name) ? next.lastIndex : undefined;
  };
}

/** Whether a name ends with the last piece, after what the others have taken. */
function suffixOf(piece: string): (name: string, from: number) => boolean {
  if (!piece.includes('?')) return (name, from) => name.length - piece.length >= from && name.endsWith(piece);
  const end = new RegExp(`${sourceOf(piece)}$`, 'su');
  return (name, from) => end.test(name.slice(from));
}

const sourceOf = (piece: string): string =>
  [...piece].map((letter) => (letter === '?' ? '.' : letter.replace(/[\\^$.+()[\]{}|/]/, '\\$&'))).join('');

const roleOrder = ['gateway', 'switch', 'access_point', 'other'];

/**
 * A scope as it is stored: normalised, sorted, each entry once, and without empty lists. So the same scope always looks
 * the same.
 * @throws Invalid for a tag, model or pattern that is blank or on several lines
 */
export function tidyScope(given: RuleScope): RuleScope {
  const { customerIds, tags, siteIds, deviceRoles, models, names, macs } = given;
  const scope: RuleScope = {
    customerIds: unique(customerIds?.map((id) => id.toLowerCase())),
    tags: tags && tidyTags(tags),
    siteIds: unique(siteIds),
    deviceRoles: [...new Set(deviceRoles)].toSorted((a, b) => roleOrder.indexOf(a) - roleOrder.indexOf(b)),
    models: texts(models, 'models'),
    names: texts(names, 'names'),
    macs: unique(macs?.map((mac) => mac.replace(/[^0-9A-Fa-f]/g, '').toUpperCase())),
  };
  return Object.fromEntries(Object.entries(scope).filter(([, list]) => (list as unknown[] | null)?.length));
}

const unique = (list: readonly string[] | null | undefined): string[] => [...new Set(list)].toSorted();

/** Texts that are the same but for their case are one. */
function texts(list: readonly string[] | null | undefined, field: string): string[] {
  const byFolded = new Map<string, string>();
  for (const text of list ?? []) {
    const tidied = text.trim().normalize('NFC');
    if (!isSeen(tidied) || !isOnOneLine(tidied))
      throw new Invalid({ [field]: 'Use visible characters, on one line' });
    if (!byFolded.has(fold(tidied))) byFolded.set(fold(tidied), tidied);
  }
  return [...byFolded.values()].toSorted();
}
