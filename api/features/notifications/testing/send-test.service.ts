import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { zoneOf, type ViewerContext } from '#api/graphql/context.ts';
import { TooMany } from '#api/lib/errors.ts';
import { reader } from '#api/lib/local-time.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { AffectedList, AffectedSiteList } from '../../alerts/affected.store.ts';
import { AlertResolution, AlertSeverity, AlertType } from '../../alerts/alert.enums.ts';
import { type DeliveryChannel, NotificationChannel } from '../../alerts/notification-channel.ts';
import { brandingOf } from '#api/features/branding/branding.service.ts';
import { suppressionOf } from '#api/features/email/outbox.store.ts';
import type { ChannelConfig } from '../../integrations/channel-config.ts';
import { failureText, type Failure } from '../../integrations/channel-failures.ts';
import type { Integration } from '../../integrations/integration.entity.ts';
import { normalEmail } from '#api/features/users/user.entity.ts';
import { channels } from '../channels/channels.client.ts';
import type { AlertFacts, Outcome } from '../channels/message.ts';
import { retryNow, scheduleSender } from '../deliveries.store.ts';
import { DeliveryKind, isEnding, type NoticeKind } from '../delivery.entity.ts';
import { destinationOf, openConfig } from '../destinations.store.ts';
import { unsubscribeUrl } from '../links/links.ts';
import type { ChannelTest } from '../log/deliveries.input.ts';
import { channelName } from '../reason-text.ts';
import { sanitizeFailure } from '../retry-policy.ts';

/** How many devices an example of a cause has behind it. */
export const exampleCount = 2;

/** The made-up alert of a test message. */
export type Example = Pick<AlertFacts, 'ruleName' | 'type' | 'severity' | 'controllerName' | 'siteName'> &
  Partial<AlertFacts>;

const example: Example = {
  ruleName: 'Test',
  type: AlertType.device_offline,
  severity: AlertSeverity.info,
  text: "This is a test. Nothing is wrong: your team's alerts will arrive here.",
  controllerName: 'Example controller',
  siteName: 'Example site',
};

/**
 * Sends a message marked as a test and returns the response. A success ends a pause, so that waiting messages
 * follow. A failure is shown as the channel's last failure.
 * @param kind of the example for programs
 */
export async function sendTest(
  ctx: ViewerContext,
  { id }: Integration,
  about: Example = example,
  kind?: NoticeKind,
): Promise<ChannelTest> {
  const { app, em, viewer } = ctx;
  const destination = await destinationOf(em, id);
  const config = destination && openConfig(destination);
  if (!config)
    return {
      success: false,
      message: "We can't decrypt this channel's settings. Enter them again and save the channel.",
    };
  const { channel } = destination;
  const isMail = channel === NotificationChannel.email;
  const to = isMail ? await testRecipientsOf(ctx, config) : { recipients: [''], others: 0 };
  if ('nobody' in to) return { success: false, message: to.nobody };
  const { team } = viewer;
  const { platformName } = await brandingOf(app);
  const now = new Date();
  const alert = { ...exampleAlert(now, about), ...(kind && exampleOf(kind, now)) };
  const open = `${app.config.publicUrl}/alerts`;
  const links = { open, acknowledge: open, snooze: open };
  const content = {
    kind: kind ?? DeliveryKind.opened,
    alert,
    isTest: true,
    isExample: !!kind,
    at: now,
    links,
  };
  const outcomes = await Promise.all(
    to.recipients.map((recipient) => {
      const leave = isMail && { unsubscribeUrl: unsubscribeUrl(app.config, team.id, recipient) };
      const isOwn = normalEmail(recipient) === normalEmail(viewer.user.email);
      const message = {
        id: randomUUID(),
        platformName,
        teamId: team.id,
        teamName: team.name,
        reader: reader(isOwn ? zoneOf(ctx) : destination.timeZone, now),
        recipient,
        content,
        ...leave,
      };
      return channels[channel].send(app, config, message);
    }),
  );
  const failed = outcomes.flatMap((outcome) =>
    'reason' in outcome ? [sanitizeFailure(outcome.reason)] : [],
  )[0];
  await noteHealth(em, id, failed);
  if (failed) return { success: false, message: failureText(failed) };
  return { success: true, message: isMail ? mailedTo(to) : answerOf(channel, outcomes) };
}

/** The alert of a test message, which doesn't exist. */
export function exampleAlert(at: Date, about: Example = example): AlertFacts {
  const { affectedCount, affectedSiteCount } = about;
  const affected = affectedCount ? exampleAffected(affectedCount, about.since ?? at) : null;
  const affectedSites = affectedSiteCount ? exampleSites(affectedSiteCount, about.since ?? at) : null;
  return { ...blank, since: at, timestamp: at, affected, affectedSites, ...about, id: randomUUID() };
}

/** The first sites of a made-up outage. */
function exampleSites(count: number, since: Date): AffectedSiteList {
  const site = (nth: number) => ({
    hostId: `example-${nth}`,
    name: `Example site ${nth}`,
    line: 'WAN',
    since,
  });
  return { count, sites: Array.from({ length: Math.min(count, 10) }, (_, nth) => site(nth + 1)) };
}

/** Devices that don't exist either, behind the one of a test message. */
function exampleAffected(count: number, since: Date): AffectedList {
  const device = (nth: number) => ({
    mac: `00000000000${nth}`,
    name: `Example access point ${nth}`,
    since,
  });
  return { count, devices: Array.from({ length: count }, (_, nth) => device(nth + 1)) };
}

const blank = {
  deviceName: 'Example device',
  deviceMac: null,
  line: null,
  value: null,
  threshold: null,
  unknownSince: null,
  resolvedAt: null,
  resolution: null,
  raises: 1,
  ticketId: null,
  ticketUrl: null,
  cause: null,
};

/** State of an example alert: open for a while, and ended if the message says so. */
function exampleOf(kind: NoticeKind, at: Date): Partial<AlertFacts> {
  const since = new Date(at.getTime() - exampleLasts);
  const comesAndGoes = kind === DeliveryKind.flapping || kind === DeliveryKind.stable;
  return {
    since,
    timestamp: since,
    raises: comesAndGoes ? 3 : 1,
    affectedCount: exampleCount,
    affected: exampleAffected(exampleCount, since),
    ...(isEnding(kind) && { resolvedAt: at, resolution: AlertResolution.recovered }),
  };
}

/** Milliseconds. */
const exampleLasts = 10 * 60_000;

function mailedTo({ recipients, others }: { recipients: string[]; others: number }): string {
  const rest = others === 1 ? 'another recipient' : `${others} other recipients`;
  const more = others > 0 ? ` Alerts go to ${rest} too, tests do not.` : '';
  return `We sent a test email to ${recipients.join(', ')}.${more}`;
}

function answerOf(channel: DeliveryChannel, outcomes: Outcome[]): string {
  const [{ result, status }] = outcomes as [Outcome];
  if (result === 'accepted')
    return `${channelName[channel]} accepted the test message. Look there whether it has appeared.`;
  const answer = channel === NotificationChannel.webhook && status ? ` and answered ${status}` : '';
  return `${channelName[channel]} took the test message${answer}.`;
}

async function noteHealth(em: EntityManager, id: string, failed: Failure | undefined): Promise<void> {
  const now = new Date();
  if (failed) {
    await em.execute(
      'update integration set last_failure_at = ?, last_failure = ?::jsonb where id = ?',
      [now, JSON.stringify(failed), id],
      'run',
    );
    return;
  }
  await em.transactional(async (tx) => {
    await tx.execute(
      `update integration set last_delivered_at = ?, failures = 0, failing_since = null, paused_until = null
        where id = ?`,
      [now, id],
      'run',
    );
    await retryNow(tx, id, now);
    await scheduleSender(tx, [id]);
  });
}

/** Maximum addresses per test, because they may not have agreed to receive email. */
const mostAddresses = 5;

/** Limit of a team's test emails. */
const perTeam: Limit = {
  name: 'test-mail',
  attempts: 50,
  seconds: 3600,
  message: 'Too many test emails. Try again in an hour.',
};

/** Limit of test emails to an address that isn't the sender's own, from all senders combined. */
const perAddress: Limit = {
  name: 'test-mail-address',
  attempts: 5,
  seconds: 86_400,
  message: 'These recipients have received too many test emails today. Try again tomorrow.',
};

/** Recipients of a test email and how many others receive alerts, or why there are none. */
type TestRecipients = { recipients: string[]; others: number } | { nobody: string };

/**
 * Recipients of an email channel's test: the tester alone if they are one, else a few others. Skips people
 * who unsubscribed or receive no email. Counts what is sent.
 * @throws TooMany
 */
async function testRecipientsOf(
  { app, em, viewer }: ViewerContext,
  { recipients = [], unsubscribed = [] }: ChannelConfig,
): Promise<TestRecipients> {
  if (recipients.length === 0) return { nobody: 'There are no recipients yet.' };
  const willing: string[] = [];
  for (const address of recipients)
    if (!unsubscribed.some((one) => isSame(one, address)) && !(await suppressionOf(em, address)))
      willing.push(address);
  const own = willing.find((address) => isSame(address, viewer.user.email));
  const chosen = own ? [own] : willing.slice(0, mostAddresses);
  if (chosen.length === 0)
    return { nobody: "All recipients have unsubscribed, or their addresses don't accept email." };
  const counted: string[] = [];
  for (const address of chosen) {
    if (!own && !(await isAllowed(perAddress, normalEmail(address)))) continue;
    await app.attempts.take(perTeam, viewer.team.id);
    counted.push(address);
  }
  if (counted.length === 0) return { nobody: perAddress.message };
  return { recipients: counted, others: willing.length - counted.length };

  async function isAllowed(limit: Limit, subject: string): Promise<boolean> {
    try {
      await app.attempts.take(limit, subject);
      return true;
    } catch (error) {
      if (error instanceof TooMany) return false;
      throw error;
    }
  }
}

const isSame = (one: string, other: string): boolean => normalEmail(one) === normalEmail(other);
