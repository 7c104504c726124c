import type { Steps } from '#api/lib/steps.ts';
import {
  matchedDevice,
  isUnlimited,
  matcherOf,
  type MatchedDevice,
  type ScopeMatcher,
} from '#api/features/alerts/rule-scope.ts';
import type { Round, Rule, Subject } from './types.ts';
import type { Evidence } from './verdict.ts';
import { readableName } from './observe.ts';

/** Whether a rule's scope and exceptions cover a subject at a site. */
export type Coverage = (hostId: string, subject: Subject) => Steps<boolean>;

/** Prepares what the rules of a round ask about their subjects. Names and models are those that the round stores. */
export function coverageOf(
  evidence: Evidence,
  { sites, beyond }: Pick<Round, 'sites' | 'beyond'>,
): (rule: Pick<Rule, 'scope' | 'exceptions'>) => Coverage {
  const { indexed, knownDevices, knownClients } = evidence;
  const byHost = new Map(sites.map((site) => [site.hostId, site]));
  const siteAt = (hostId: string) => byHost.get(hostId) ?? { hostId, customerId: null, tags: [] };
  const facts = new Map<string, MatchedDevice>();
  const factsOf = (mac: string): MatchedDevice => {
    const found = facts.get(mac) ?? describe(mac);
    facts.set(mac, found);
    return found;
  };
  const describe = (mac: string): MatchedDevice => {
    const known = knownDevices.get(mac);
    const seen = indexed.devices.get(mac)?.device;
    if (!seen) return known ? matchedDevice(known) : { mac };
    const model = seen.model ?? known?.model;
    return matchedDevice({ mac, role: seen.role, model, name: readableName(seen.name, model, mac) });
  };
  let devicesByHost: Map<string, MatchedDevice[]> | undefined;
  /** Monitored devices of a site, seen or known. */
  const devicesAt = (hostId: string): readonly MatchedDevice[] => {
    if (!devicesByHost) {
      const places = new Map<string, string>();
      for (const [mac, known] of knownDevices)
        if (!known.leftAt && !beyond.has(mac)) places.set(mac, known.hostId);
      for (const [mac, { console }] of indexed.devices) places.set(mac, console.hostId);
      devicesByHost = new Map();
      for (const [mac, host] of places) {
        const there = devicesByHost.get(host) ?? [];
        devicesByHost.set(host, there);
        there.push(factsOf(mac));
      }
    }
    return devicesByHost.get(hostId) ?? [];
  };
  return ({ scope, exceptions }) => {
    const isAll = isUnlimited(scope) && exceptions.length === 0;
    let matcher: ScopeMatcher | undefined;
    return function* (hostId, subject) {
      if (isAll) return true;
      // In most rounds most rules have nothing to decide about.
      matcher ??= matcherOf(scope, exceptions);
      const site = siteAt(hostId);
      if (subject.about === 'console') return yield* matcher.coversSite(site, devicesAt(hostId));
      // A line isn't a device, so a rule about some devices doesn't cover it.
      if (subject.about === 'line' || subject.about === 'provider') return !matcher.mismatch(site, {});
      if (subject.about !== 'client') return !matcher.mismatch(site, factsOf(subject.mac));
      // A client is covered if the device that it connects to is.
      const uplink = knownClients.get(subject.mac)?.uplinkMac;
      return !matcher.mismatch(site, uplink ? factsOf(uplink) : {});
    };
  };
}
