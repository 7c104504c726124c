import { type HealthFact, HealthState, type Verdict } from './health.ts';
import { counted, lastTime, span } from './verdicts.ts';

// Turns measurements of external services into health. Times are in seconds.

const { ok, late, failing } = HealthState;

export interface PollFacts {
  watched: number;
  /** Controllers whose reading is overdue by a whole interval. */
  late: number;
  /** How long the most overdue one has been due. */
  longest: number;
  /** The most overdue ones. */
  worst: { controller: string; team: string; due: Date }[];
  /** Controllers whose latest reading failed. */
  unreadable: number;
  lastRead: Date | null;
}

export function assessPolls({
  watched,
  late: count,
  longest,
  worst,
  unreadable,
  lastRead,
}: PollFacts): Verdict {
  const found = {
    facts: [
      { label: 'Monitored controllers', value: watched.toLocaleString('en') },
      { label: 'Late', value: count.toLocaleString('en') },
      { label: 'Can’t be read', value: unreadable.toLocaleString('en') },
      ...(lastRead ? [{ label: 'Last reading', at: lastRead }] : []),
    ],
    troubles: worst.map(({ controller, team, due }) => ({
      label: controller,
      value: `${team}, due`,
      at: due,
    })),
  };
  if (count > 0)
    return {
      state: longest > 600 || count * 2 > watched ? failing : late,
      says: `${counted(count, 'controller is', 'controllers are')} overdue, by up to ${span(longest)}`,
      advice:
        'There are too few workers for this many controllers, or UniFi responds slowly. Add a worker or check its log.',
      ...found,
    };
  return {
    state: ok,
    says: watched > 0 ? 'All controllers are checked on time' : 'No controllers are monitored',
    ...found,
  };
}

export interface ChannelFacts {
  active: number;
  /** By channel type. */
  failing: { type: string; channels: number; of: number; teams: number; since: Date }[];
  /** How long the oldest due delivery has waited. */
  longestWait: number;
}

/** When this many of one type fail, the teams' settings are unlikely to be the cause. */
const suspicious = 5;

export function assessChannels({ active, failing: kinds, longestWait }: ChannelFacts): Verdict {
  const count = kinds.reduce((sum, { channels }) => sum + channels, 0);
  const teams = kinds.reduce((sum, one) => sum + one.teams, 0);
  const found = {
    facts: [
      { label: 'Channels', value: active.toLocaleString('en') },
      { label: 'Failing', value: count.toLocaleString('en') },
      { label: 'Longest delivery delay', value: span(longestWait) },
    ],
    troubles: kinds.map(({ type, channels, of, teams, since }) => ({
      label: type,
      value: `${channels} of ${of}, ${counted(teams, 'team')}, began`,
      at: since,
    })),
  };
  if (longestWait > 120)
    return {
      state: longestWait > 900 ? failing : late,
      says: `A due delivery has been waiting for ${span(longestWait)}`,
      advice: 'Check whether a worker is running and the queue is moving.',
      ...found,
    };
  const all = kinds.find(({ channels, of }) => channels >= suspicious && channels * 2 > of);
  if (all)
    return {
      state: failing,
      says: `${all.channels} of ${all.of} ${all.type} channels are failing`,
      advice:
        'This many failures are unlikely to be caused by the teams’ settings. Check whether the service is down, and whether this server can reach it.',
      ...found,
    };
  if (count > 0)
    return {
      state: ok,
      says: `${counted(count, 'channel is', 'channels are')} failing for ${counted(teams, 'team')}. Their screens say why.`,
      ...found,
    };
  return { state: ok, says: 'All due notifications have been sent', ...found };
}

export interface EmailFacts {
  /** The delivery method in words. */
  way: string;
  isNone: boolean;
  failure: string | null;
  failingSince: Date | null;
  lastSent: Date | null;
  lastFailed: Date | null;
  waiting: number;
  /** Emails that were tried, and have been waiting for more than 15 minutes. */
  stuck: number;
  /** Age of the oldest email that hasn't been tried yet. */
  longestWait: number;
  /** In the last 24 hours. */
  failedToday: number;
}

/** A single failure may be the recipient's fault. Several are unlikely to be. */
const several = 3;

export function assessMail(given: EmailFacts): Verdict {
  const {
    way,
    isNone,
    failure,
    failingSince,
    lastSent,
    lastFailed,
    waiting,
    longestWait,
    failedToday,
    stuck,
  } = given;
  const facts: HealthFact[] = [
    { label: 'Sent with', value: way },
    { label: 'Waiting', value: waiting.toLocaleString('en') },
    { label: 'Failed in 24 hours', value: failedToday.toLocaleString('en') },
    ...(lastSent ? [{ label: 'Last sent', at: lastSent }] : []),
    ...(lastFailed ? [{ label: 'Last failed', at: lastFailed }] : []),
  ];
  if (isNone)
    return {
      state: failing,
      says:
        waiting > 0
          ? `Email isn’t set up: ${counted(waiting, 'email is', 'emails are')} queued`
          : 'Email isn’t set up',
      advice:
        'Enter an API key under Email, or set SMTP_URL. Until then, no one can register or reset a password.',
      facts,
    };
  if (failure && failingSince)
    return {
      state: failing,
      says: `The email provider rejects our emails: ${failure}`,
      advice: 'Check the API key and the sender under Email. Queued emails are sent once it works.',
      facts: [...facts, { label: 'Rejected since', at: failingSince }],
    };
  if (longestWait > 300)
    return {
      state: longestWait > 3600 ? failing : late,
      says: `An email has been queued for ${span(longestWait)}`,
      advice: 'Check whether the queue is moving. If it is, the provider is slow or rate limiting us.',
      facts,
    };
  if (stuck >= several)
    return {
      state: late,
      says: `${counted(stuck, 'email')} couldn’t be sent for 15 minutes`,
      advice: 'The provider returns errors or doesn’t respond. Check its status page and our log.',
      facts,
    };
  return { state: ok, says: `Emails are sent with ${way}`, facts };
}

export interface StripeFacts {
  hasKeys: boolean;
  hasWebhookSecret: boolean;
  isSelling: boolean;
  subscriptions: number;
  lastEvent: Date | null;
  /** Stored but not applied. */
  waiting: number;
  /** How long the oldest one has waited. */
  longestWait: number;
  failed: { type: string; count: number; last: Date; failure: string | null }[];
  reconciledAt: Date | null;
  /** Since the last reconciliation with Stripe. */
  sinceReconciled: number | null;
}

export function assessStripe(given: StripeFacts): Verdict {
  const { hasKeys, hasWebhookSecret, isSelling, subscriptions, lastEvent, longestWait, sinceReconciled } =
    given;
  const count = failedEvents(given);
  const found = foundOfStripe(given);
  const isUsed = isSelling || subscriptions > 0;
  if (!hasKeys)
    return isUsed
      ? {
          state: failing,
          says: 'Purchasing is on, but the Stripe keys are missing',
          advice: 'Enter them under Billing, or turn purchasing off.',
          ...found,
        }
      : { state: ok, says: 'Not set up, and purchasing is off', ...found };
  if (!hasWebhookSecret && isUsed)
    return {
      state: late,
      says: 'We can’t receive Stripe events because the signing secret is missing',
      advice:
        'Add the webhook in Stripe and enter its secret under Billing. Until then, payments are only noticed in the nightly reconciliation.',
      ...found,
    };
  if (longestWait > 300)
    return {
      state: longestWait > 3600 ? failing : late,
      says: `An event has been waiting for ${span(longestWait)}`,
      advice: 'Check whether the queue is moving and Stripe responds.',
      ...found,
    };
  if (count > 0)
    return {
      state: late,
      says: `${counted(count, 'event', 'events')} couldn’t be applied`,
      advice: 'They’re retried. If some remain, replay them under Billing.',
      ...found,
    };
  if (isUsed && sinceReconciled !== null && sinceReconciled > 26 * 3600)
    return {
      state: late,
      says: `The last reconciliation with Stripe was ${span(sinceReconciled)} ago`,
      advice:
        'It runs every night at 01:37 UTC. Check whether a worker is running, or start it under Billing.',
      ...found,
    };
  return {
    state: ok,
    says: lastEvent ? 'Events are received and applied' : 'Set up, no events yet',
    ...found,
  };
}

const failedEvents = ({ failed }: StripeFacts): number => failed.reduce((sum, { count }) => sum + count, 0);

function foundOfStripe(given: StripeFacts): Pick<Verdict, 'facts' | 'troubles'> {
  const { subscriptions, waiting, lastEvent, reconciledAt, failed } = given;
  return {
    facts: [
      { label: 'Running subscriptions', value: subscriptions.toLocaleString('en') },
      { label: 'Pending events', value: waiting.toLocaleString('en') },
      { label: 'Failed events', value: failedEvents(given).toLocaleString('en') },
      { label: 'Last event', ...(lastEvent ? { at: lastEvent } : { value: 'None yet' }) },
      ...(reconciledAt ? [{ label: 'Last reconciliation', at: reconciledAt }] : []),
    ],
    troubles: failed.map(({ type, count, last, failure }) => ({
      label: type,
      value: lastTime(count, failure ?? ''),
      at: last,
    })),
  };
}
