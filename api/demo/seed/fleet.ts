import type { EntityManager } from '@mikro-orm/postgresql';
import { sealFor } from '#api/security/secrets.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import {
  AlertCondition,
  AlertResolution,
  AlertSeverity,
  AlertType,
} from '#api/features/alerts/alert.enums.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { PendingCondition } from '#api/features/alerts/pending-condition.entity.ts';
import { newAccount } from '#api/features/auth/registration/accounts.store.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Device, DeviceRole, DeviceState } from '#api/features/controllers/device.entity.ts';
import { Customer } from '#api/features/customers/customer.entity.ts';
import { palette } from '#api/features/customers/customers.service.ts';
import type { Package } from '#api/features/packages/package.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { TeamSite } from '#api/features/sites/team-site.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { subjectKey } from '#api/features/watch/evaluate/types.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import { fleetCustomers } from '../unifi/network-fleet.ts';
import { chance } from '../unifi/network-identity.ts';
import type { Network } from '../unifi/network.ts';
import type { NetworkConsole, NetworkDevice } from '../unifi/network-state.ts';

const minute = 60_000;
const day = 86_400_000;

/** Days of alerts before the demo starts, and alerts on an ordinary day. */
const historyDays = 90;
const alertsADay = 25;

const infrastructureDown = {
  name: 'Infrastructure down',
  condition: AlertCondition.device_offline,
  duration: 1,
};
const highCpu = {
  name: 'High CPU',
  condition: AlertCondition.high_cpu,
  threshold: '90%',
  duration: 5,
  scope: { deviceRoles: [DeviceRole.gateway, DeviceRole.switch] },
};
const lineDown = { name: 'Internet line down', condition: AlertCondition.wan_down, duration: 1 };
const providerOutage = { name: 'Provider outage', condition: AlertCondition.isp_outage, duration: 1 };

/** A service provider with 30 customers, each with a controller of their own. Persisted, not flushed. */
export function addFleet(
  em: EntityManager,
  network: Network,
  {
    pollSeconds,
    ...shared
  }: { pollSeconds: number; passwordHash: string; emailVerifiedAt: Date; package: Package | null },
): { team: Team; rules: { line: AlertRule; provider: AlertRule } } {
  const company = 'Harbour Managed IT';
  const since = new Date(Date.now() - 400 * day);
  const owner = { ...shared, email: demoAccounts.serviceProvider, firstName: 'Robin', lastName: 'Hale' };
  const { team, user, rule } = newAccount(em, {
    ...owner,
    companyName: company,
    createdAt: since,
  });
  const { package: _, ...verified } = shared;
  const colleague = Object.assign(new User(), {
    ...verified,
    email: 'sam@netlantern.test',
    firstName: 'Sam',
    lastName: 'Okoro',
    companyName: company,
  });
  em.persist([colleague, Object.assign(new Membership(), { team, user: colleague, role: TeamRole.member })]);
  Object.assign(rule, infrastructureDown);
  const add = (more: typeof highCpu | typeof lineDown, place: number) => {
    const createdAt = new Date(since.getTime() + place);
    const added = em.assign(new AlertRule(), { team, ...more, createdAt });
    em.persist(added);
    return added;
  };
  add(highCpu, 1);
  const rules = { line: add(lineDown, 2), provider: add(providerOutage, 3) };
  for (const [at, { name, tags, apiKey }] of fleetCustomers.entries()) {
    const color = palette[at % palette.length]!;
    const customer = Object.assign(new Customer(), { team, name, tags: tags.toSorted(), color });
    const controller = new Controller();
    em.assign(controller, {
      team,
      createdAt: new Date(since.getTime() + at),
      name,
      apiKey: sealFor(controller, 'controller.api_key', apiKey),
      apiKeyTail: apiKey.slice(-4),
      pollSeconds,
      // Not all in the same second.
      nextPollAt: new Date(Date.now() + at * 250),
      defaultCustomer: customer,
    });
    em.persist([customer, controller]);
    const consoles = network.key(apiKey).key.consoles;
    for (const { hostId, name: siteName } of consoles)
      em.persist(Object.assign(new TeamSite(), { team, hostId, name: siteName, controller, customer }));
    for (const { hostId, devices } of consoles)
      for (const device of devices)
        if (device.state === 'OFFLINE')
          em.persist([pendingOf(device, controller, rule), knownAs(device, controller, hostId)]);
    addPastAlerts(
      em,
      { team, controller, rule, people: [user, colleague], weight: at % 5 === 0 ? 3 : 1 },
      consoles,
    );
  }
  return { team, rules };
}

/** Down before the demo starts, as if the rule's duration had been waited for. */
function pendingOf({ mac, since }: NetworkDevice, controller: Controller, rule: AlertRule): PendingCondition {
  const subject = subjectKey({ about: 'device', mac });
  return Object.assign(new PendingCondition(), { rule, controller, subject, since: new Date(since) });
}

/** Seen going down, or its page would say that it changed when the demo started. */
function knownAs({ mac, name, since }: NetworkDevice, controller: Controller, hostId: string): Device {
  const role = DeviceRole.access_point;
  const state = DeviceState.offline;
  const stateSince = new Date(since);
  return Object.assign(new Device(), {
    controller,
    hostId,
    mac,
    name,
    role,
    isConsole: false,
    state,
    stateSince,
  });
}

interface PastOf {
  team: Team;
  controller: Controller;
  rule: AlertRule;
  people: User[];
  /** How much more often than usual something fails there. */
  weight: number;
}

/** Past outages of access points, most of them acknowledged after some minutes. */
function addPastAlerts(
  em: EntityManager,
  { team, controller, rule, people, weight }: PastOf,
  consoles: readonly NetworkConsole[],
): void {
  const count = Math.round((historyDays * alertsADay * weight) / (fleetCustomers.length * 1.4));
  for (let nth = 0; nth < count; nth += 1) {
    const roll = (of: string) => chance(`${controller.name} ${nth} ${of}`);
    const console = consoles[Math.floor(roll('site') * consoles.length)]!;
    const device = console.devices[1 + Math.floor(roll('device') * (console.devices.length - 1))]!;
    const since = new Date(Date.now() - 2 * 3_600_000 - roll('when') * historyDays * day);
    const timestamp = new Date(since.getTime() + minute);
    const lasted = minute * (2 + 90 * roll('lasted') ** 3 + (roll('long') < 0.02 ? 600 : 0));
    const resolvedAt = new Date(timestamp.getTime() + lasted);
    const answer = timestamp.getTime() + lasted * roll('answered') ** 2;
    const by = roll('nobody') < 0.3 ? null : people[Math.floor(roll('who') * people.length)]!;
    const fields = {
      team,
      controller,
      rule,
      ruleName: rule.name,
      subject: subjectKey({ about: 'device', mac: device.mac }),
      type: AlertType.device_offline,
      severity: roll('severity') < 0.2 ? AlertSeverity.critical : AlertSeverity.error,
      deviceName: device.name,
      deviceMac: device.mac,
      siteId: console.hostId,
      siteName: console.name,
      since,
      timestamp,
      resolvedAt,
      resolution: AlertResolution.recovered,
      ...(by && {
        acknowledgedAt: new Date(answer),
        acknowledgedBy: by,
        acknowledgedByName: `${by.firstName} ${by.lastName}`,
      }),
    };
    em.persist(em.assign(new Alert(), fields));
  }
}
