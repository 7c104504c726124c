import type { EntityManager } from '@mikro-orm/postgresql';
import { sealFor } from '#api/security/secrets.ts';
import type { Config } from '#api/config/config.ts';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { AlertRule, Standing } from '#api/features/alerts/alert-rule.entity.ts';
import { hashPassword } from '#api/features/auth/sign-in/password-hash.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { readAccount, type AccountConsole } from '#api/features/unifi/unifi.client.ts';
import { UnifiError } from '#api/features/unifi/errors.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { User, UserRole } from '#api/features/users/user.entity.ts';
import { openDemoAccounts, newAccount } from '#api/features/auth/joining/accounts.store.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { subjectKey } from '#api/features/watch/evaluate/types.ts';
import type { Box } from '../stand-ins.ts';
import { campusKey, headOfficeKey, retailKey } from '../unifi/network-demo.ts';
import type { NetworkDevice } from '../unifi/network-types.ts';
import { addContact } from './contact.ts';
import { addCustomers } from './customers.ts';
import { addHistory } from './history.ts';
import { monthsPaid, trial } from './subscribing.ts';
import { followStripe } from './selling.ts';
import { addTelling, addTemplates, followStandIns } from './telling.ts';

/** The demo's consoles are ours: they may be read more often than a customer's, so that changes show quickly. */
const mostPollSeconds = 20;

const controllers: { name: string; apiKey: string; at?: string }[] = [
  { name: 'Head Office', apiKey: headOfficeKey },
  { name: 'Retail', apiKey: retailKey },
  // Its other site alone has more devices than the demo's package watches: whoever selects it sees the limit at work.
  { name: 'Campus', apiKey: campusKey, at: 'Northfield Halls of Residence' },
];

const rules = [
  { name: 'High CPU', condition: AlertCondition.high_cpu, threshold: '85%', duration: 1 },
  { name: 'High memory', condition: AlertCondition.high_memory, threshold: '90%', duration: 2 },
  { name: 'Port down', condition: AlertCondition.port_down, duration: 1 },
];

/** Milliseconds since the operator began. */
const operating = 400 * 86_400_000;

/** Fills an empty database with the demo accounts, three controllers of the network in a box, and rules. */
export async function seedDemo(
  em: EntityManager,
  { unifiApiUrl, pollIntervalSeconds }: Pick<Config, 'unifiApiUrl' | 'pollIntervalSeconds'>,
  box?: Pick<Box, 'network' | 'standIns'>,
): Promise<void> {
  if (box) await followStandIns(em, box.standIns);
  if (box?.standIns.stripe) await followStripe(em, box.standIns.stripe);
  if ((await openDemoAccounts(em)) || (await em.count(User)) > 0) return;
  const plan = await em.findOne(Package, { name: 'Professional Plan' });
  const passwordHash = await hashPassword(demoAccounts.password);
  const shared = { passwordHash, package: plan, emailVerifiedAt: new Date() };
  const { team, rule: offlineRule } = newAccount(em, {
    ...shared,
    // What they pay for began after a trial, like everybody's.
    createdAt: new Date(monthsPaid(2) - trial),
    email: demoAccounts.customer,
    firstName: 'Dana',
    lastName: 'Morgan',
    companyName: 'Northwind Networks',
  });
  newAccount(em, {
    ...shared,
    createdAt: new Date(Date.now() - operating),
    email: demoAccounts.admin,
    firstName: 'Alex',
    lastName: 'Reed',
    companyName: 'Netlantern',
    role: UserRole.super_admin,
  });
  await addCustomers(em, plan);
  const watched: Controller[] = [];
  for (const [place, { name, apiKey, at }] of controllers.entries()) {
    const site = await siteOf(unifiApiUrl, apiKey, at);
    const controller = new Controller();
    em.assign(controller, {
      team,
      // Apart in time: the package's devices are those of the oldest first.
      createdAt: new Date(monthsPaid(2) + place),
      name,
      apiKey: sealFor(controller, 'controller.api_key', apiKey),
      apiKeyTail: apiKey.slice(-4),
      pollSeconds: Math.min(mostPollSeconds, pollIntervalSeconds),
      selectedSiteId: site?.hostId,
      selectedSiteName: site?.name,
    });
    em.persist(controller);
    watched.push(controller);
    const down =
      box?.network?.consoles.find(({ hostId }) => hostId === site?.hostId)?.devices.filter(isDown) ?? [];
    for (const device of down) em.persist(standingOf(device, controller, offlineRule));
  }
  const added: AlertRule[] = [];
  for (const [place, rule] of rules.entries()) {
    // Apart in time, so that "oldest first" is this order.
    const createdAt = new Date(Date.now() + place + 1);
    added.push(em.assign(new AlertRule(), { team, ...rule, createdAt }));
  }
  em.persist(added);
  if (box) addTelling(em, team, [offlineRule, ...added], box.standIns);
  addTemplates(em);
  addContact(em);
  // All of it or nothing: a start that is stopped in the middle begins anew.
  await em.begin();
  await em.flush();
  const past = { team, controllers: watched, rules: [offlineRule, ...added] };
  if (box?.network) await addHistory(em, unifiApiUrl, past);
  await em.commit();
}

/** A site of a demo key, the first unless named; undefined where the operator's own UniFi address does not know it. */
async function siteOf(baseUrl: string, apiKey: string, name?: string): Promise<AccountConsole | undefined> {
  try {
    const { consoles } = await readAccount({ baseUrl, apiKey });
    return name === undefined ? consoles[0] : consoles.find((console) => console.name === name);
  } catch (error) {
    if (error instanceof UnifiError) return undefined;
    throw error;
  }
}

/**
 * The demo begins in the middle of things: what is down in its network has been down for as long as that network says,
 * as if somebody had been watching. A visitor need not wait out a rule's whole minute first.
 */
function standingOf(device: NetworkDevice, controller: Controller, rule: AlertRule): Standing {
  const subject = subjectKey({ about: 'device', mac: device.mac });
  return Object.assign(new Standing(), { rule, controller, subject, since: new Date(device.since) });
}

function isDown({ state, listed, managed, isConsole }: NetworkDevice): boolean {
  return state === 'OFFLINE' && listed && managed && !isConsole;
}
