import type { EntityManager } from '@mikro-orm/postgresql';
import { sealFor } from '#api/security/secrets.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { Config } from '#api/config/config.ts';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { PendingCondition } from '#api/features/alerts/pending-condition.entity.ts';
import { hashPassword } from '#api/features/auth/sign-in/password-hash.service.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { selectSites } from '#api/features/controllers/selected-sites.ts';
import { readAccount, type AccountConsole } from '#api/features/unifi/unifi.client.ts';
import { UnifiError } from '#api/features/unifi/errors.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { User, UserRole } from '#api/features/users/user.entity.ts';
import { openDemoAccounts, newAccount } from '#api/features/auth/registration/accounts.store.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { subjectKey } from '#api/features/watch/evaluate/types.ts';
import {
  ContactReply,
  ContactStatus,
  ContactSubmission,
} from '#api/features/contact/contact-submission.entity.ts';
import { ContactSettings, SavedReply } from '#api/features/contact/contact-settings.entity.ts';
import type { Box } from '../stand-ins.ts';
import { campusKey, headOfficeKey, retailKey } from '../unifi/network-demo.ts';
import type { NetworkDevice } from '../unifi/network-state.ts';
import { addCustomers, monthsPaid, trial, followStripe } from './billing.ts';
import { addFleet } from './fleet.ts';
import { addPastDays } from './fleet-days.ts';
import { addHistory } from './history.ts';
import {
  addFailingChannel,
  addFleetNotifications,
  addNotificationSetup,
  addPhone,
  addPushHistory,
  addTemplates,
  followStandIns,
} from './notifications.ts';

/**
 * The demo's consoles are ours, so they may be read more often than a customer's, to show changes quickly.
 */
const mostPollSeconds = 20;

const controllers: { name: string; apiKey: string; at?: string }[] = [
  { name: 'Head Office', apiKey: headOfficeKey },
  { name: 'Retail', apiKey: retailKey },
  // Its other site alone has more devices than the demo's package allows, so selecting it shows the limit in
  // action.
  { name: 'Campus', apiKey: campusKey, at: 'Northfield Halls of Residence' },
];

const rules = [
  { name: 'High CPU', condition: AlertCondition.high_cpu, threshold: '85%', duration: 1 },
  { name: 'High memory', condition: AlertCondition.high_memory, threshold: '90%', duration: 2 },
  { name: 'Port down', condition: AlertCondition.port_down, duration: 1 },
];

/** Milliseconds since the operator started. */
const operating = 400 * 86_400_000;

/** Fills an empty database with the demo accounts, three controllers of the simulated network, and rules. */
export async function seedDemo(
  em: EntityManager,
  { unifiApiUrl, pollIntervalSeconds }: Pick<Config, 'unifiApiUrl' | 'pollIntervalSeconds'>,
  box?: Pick<Box, 'network' | 'standIns' | 'weather'>,
): Promise<void> {
  if (box) await followStandIns(em, box.standIns);
  if (box?.standIns.stripe) await followStripe(em, box.standIns.stripe);
  if ((await openDemoAccounts(em)) || (await em.count(User)) > 0) return;
  const plan = await em.findOne(Package, { name: 'Professional Plan' });
  const passwordHash = await hashPassword(demoAccounts.password);
  const shared = { passwordHash, package: plan, emailVerifiedAt: new Date() };
  const {
    user,
    team,
    rule: offlineRule,
  } = newAccount(em, {
    ...shared,
    // Their subscription started after a trial, like all others.
    createdAt: new Date(monthsPaid(2) - trial),
    email: demoAccounts.customer,
    firstName: 'Dana',
    lastName: 'Morgan',
    companyName: 'Northwind Networks',
  });
  const operator = newAccount(em, {
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
  const pushing: Parameters<typeof addPushHistory>[1][number][] = [];
  for (const [place, { name, apiKey, at }] of controllers.entries()) {
    const site = await siteOf(unifiApiUrl, apiKey, at);
    const controller = new Controller();
    em.assign(controller, {
      team,
      // At different times, because the package's limit covers the oldest first.
      createdAt: new Date(monthsPaid(2) + place),
      name,
      apiKey: sealFor(controller, 'controller.api_key', apiKey),
      apiKeyTail: apiKey.slice(-4),
      pollSeconds: Math.min(mostPollSeconds, pollIntervalSeconds),
    });
    selectSites(controller, site ? [site] : null);
    em.persist(controller);
    watched.push(controller);
    pushing.push({ controller, hostId: site?.hostId });
    const down =
      box?.network?.consoles.find(({ hostId }) => hostId === site?.hostId)?.devices.filter(isDown) ?? [];
    for (const device of down) em.persist(pendingOf(device, controller, offlineRule));
  }
  const { emailVerifiedAt } = shared;
  const fleet =
    box?.network && box.weather
      ? addFleet(em, box.network, {
          passwordHash,
          emailVerifiedAt,
          package: await em.findOne(Package, { name: 'Provider Plan' }),
          pollSeconds: pollIntervalSeconds,
        })
      : undefined;
  if (box && fleet) addFleetNotifications(em, fleet.team, fleet.rules, box.standIns);
  const added: AlertRule[] = [];
  for (const [place, rule] of rules.entries()) {
    // At different times, so that "oldest first" is this order.
    const createdAt = new Date(Date.now() + place + 1);
    added.push(em.assign(new AlertRule(), { team, ...rule, createdAt }));
  }
  em.persist(added);
  if (box) {
    addNotificationSetup(em, team, [offlineRule, ...added], box.standIns);
    addFailingChannel(em, operator.team, box.standIns);
    addPushHistory(em, pushing);
  }
  addTemplates(em);
  addContact(em);
  // All or nothing, so that an interrupted start seeds from scratch.
  await em.begin();
  await em.flush();
  if (box) await addPhone(em, user, box.standIns);
  const past = { team, controllers: watched, rules: [offlineRule, ...added] };
  if (box?.network) await addHistory(em, unifiApiUrl, past);
  if (box?.network && fleet)
    await addPastDays(
      em,
      fleet.team,
      box.network.consoles.filter((console) => box.weather?.owns(console)),
    );
  await addJob(em, 'update-reports', { teamId: team.id });
  await addJob(em, 'pack-days', {});
  await em.commit();
}

/** A site of a demo key, the first by default. Undefined if the operator's own UniFi URL doesn't have it. */
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
 * Starts the demo with existing outages: what is down has been down for as long as the network says, as if it
 * had been monitored. Visitors needn't wait for a rule's duration first.
 */
function pendingOf(device: NetworkDevice, controller: Controller, rule: AlertRule): PendingCondition {
  const subject = subjectKey({ about: 'device', mac: device.mac });
  return Object.assign(new PendingCondition(), { rule, controller, subject, since: new Date(device.since) });
}

function isDown({ state, listed, managed, isConsole }: NetworkDevice): boolean {
  return state === 'OFFLINE' && listed && managed && !isConsole;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Visitors' messages from before the demo starts. `ago` and `waited` in milliseconds. */
const messages = [
  {
    name: 'Hannah Krüger',
    email: 'h.krueger@kanzlei-nord.test',
    subject: 'Does every site count as a controller?',
    message: `Hello,

we look after eleven law offices. Each has a UniFi gateway of its own, all under one ui.com account, about 140 devices together.

Do we need eleven controllers in your plan or one? And can our clients get the alerts of their own office only?

Kind regards
Hannah Krüger`,
    status: ContactStatus.new,
    ago: 2.4 * hour,
  },
  {
    name: 'Tom Whitfield',
    email: 'tom@whitfield-it.test',
    subject: 'HaloPSA tickets for access points only',
    message: `Hi, on trial since Monday and it works well. Is there a way to open tickets in HaloPSA for access points and gateways, but to leave switches to the Slack channel?

Tom`,
    status: ContactStatus.read,
    adminNotes: 'On Professional. Asked for an example of two rules.',
    ago: 9 * hour,
  },
  {
    name: 'Priya Nair',
    email: 'priya.nair@brightside-schools.test',
    subject: 'Invoice with our purchase order number',
    message:
      'Our finance team needs the purchase order number BS-20417 on the monthly invoice. Where do we enter it?',
    status: ContactStatus.replied,
    ago: 3 * day,
    waited: 3.2 * hour,
    reply: `Hello Priya,

open Billing, then Payment Method: the details there stand on each invoice from the next one on. Add the number behind your company's name.

Best wishes
Alex`,
  },
];

const replies = [
  {
    title: 'Sites and controllers',
    text: 'A controller is one UniFi console or one ui.com account that we read. All sites that it manages are included; what counts besides is the number of devices.',
  },
  {
    title: 'The trial',
    text: 'You can try any package for 14 days without a card. When it ends nothing is charged; your data stays for as long as the package keeps it.',
  },
];

/** Adds three visitors' messages, saved replies, and the operator's contact details. */
function addContact(em: EntityManager): void {
  em.create(ContactSettings, {
    id: 1,
    supportEmail: 'support@netlantern.test',
    supportPhone: '+44 20 7946 0123',
    businessAddress: 'Netlantern Ltd\n12 Lantern Yard\nLondon E1 6AN',
  });
  for (const { ago, waited, reply, adminNotes = '', ...written } of messages) {
    const createdAt = new Date(Date.now() - ago);
    const respondedAt = waited === undefined ? null : new Date(createdAt.getTime() + waited);
    const submission = em.create(ContactSubmission, { ...written, adminNotes, createdAt, respondedAt });
    if (reply && respondedAt)
      em.create(ContactReply, { submission, message: reply, by: 'Alex Reed', at: respondedAt });
  }
  for (const reply of replies) em.create(SavedReply, reply);
}
