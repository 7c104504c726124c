import { type HealthFact, HealthState, type Verdict } from './health.ts';
import { counted, lastTime, span } from './verdicts.ts';

// What was measured where the product meets others → how it does. Times in seconds.

const { ok, late, failing } = HealthState;

export interface PollFacts {
  watched: number;
  /** Controllers that missed a whole interval. */
  late: number;
  /** How long the one that waits longest has been due. */
  longest: number;
  /** Those that wait longest. */
  worst: { controller: string; team: string; due: Date }[];
  /** UniFi could not be read at the last attempt, or the key was revoked. */
  unreadable: number;
  lastRead: Date | null;
}

export function judgePolls({
  watched,
  late: count,
  longest,
  worst,
  unreadable,
  lastRead,
}: PollFacts): Verdict {
  const found = {
    facts: [
      { label: 'Watched controllers', value: watched.toLocaleString('en') },
      { label: 'Late', value: count.toLocaleString('en') },
      { label: 'Cannot be read', value: unreadable.toLocaleString('en') },
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
      says: `${counted(count, 'controller is', 'controllers are')} read late, one by ${span(longest)}`,
      advice:
        'Too few workers for so many controllers, or UniFi answers slowly: add a worker, or look into its log.',
      ...found,
    };
  return {
    state: ok,
    says: watched > 0 ? 'Every controller is read in time' : 'No controller is watched',
    ...found,
  };
}

export interface ChannelFacts {
  active: number;
  /** By the type of channel. */
  failing: { type: string; channels: number; of: number; teams: number; since: Date }[];
  /** How long the oldest delivery that could go has waited. */
  longestWait: number;
}

/** Of one kind so many have to fail before it is hardly their teams' doing. */
const suspicious = 5;

export function judgeChannels({ active, failing: kinds, longestWait }: ChannelFacts): Verdict {
  const count = kinds.reduce((sum, { channels }) => sum + channels, 0);
  const teams = kinds.reduce((sum, one) => sum + one.teams, 0);
  const found = {
    facts: [
      { label: 'Channels', value: active.toLocaleString('en') },
      { label: 'Failing', value: count.toLocaleString('en') },
      { label: 'Longest wait of a delivery', value: span(longestWait) },
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
      says: `A delivery that could go has waited for ${span(longestWait)}`,
      advice: 'See whether a worker is alive and whether the queue moves.',
      ...found,
    };
  const all = kinds.find(({ channels, of }) => channels >= suspicious && channels * 2 > of);
  if (all)
    return {
      state: failing,
      says: `${all.channels} of ${all.of} channels of the kind ${all.type} fail`,
      advice:
        'So many at once are hardly their teams’ doing: look whether the service is down, or whether this server reaches it.',
      ...found,
    };
  if (count > 0)
    return {
      state: ok,
      says: `${counted(count, 'channel fails', 'channels fail')}, of ${counted(teams, 'team')}; their screens say why`,
      ...found,
    };
  return { state: ok, says: 'Everything that could be told was told', ...found };
}

export interface MailFacts {
  /** What it goes by, in words. */
  way: string;
  isNone: boolean;
  failure: string | null;
  failingSince: Date | null;
  lastSent: Date | null;
  lastFailed: Date | null;
  waiting: number;
  /** Mails that were tried, and have waited for more than 15 minutes. */
  stuck: number;
  /** Age of the oldest mail that nobody has tried to send yet. */
  longestWait: number;
  /** Of the last 24 hours. */
  failedToday: number;
}

/** One that is not taken may be the receiver's doing; several are hardly. */
const several = 3;

export function judgeMail(given: MailFacts): Verdict {
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
    { label: 'Goes by', value: way },
    { label: 'Waiting', value: waiting.toLocaleString('en') },
    { label: 'Failed in 24 hours', value: failedToday.toLocaleString('en') },
    ...(lastSent ? [{ label: 'Last sent', at: lastSent }] : []),
    ...(lastFailed ? [{ label: 'Last failed', at: lastFailed }] : []),
  ];
  if (isNone)
    return {
      state: failing,
      says: waiting > 0 ? `No mail goes: ${counted(waiting, 'mail waits', 'mails wait')}` : 'No mail goes',
      advice:
        'Enter the API key of a provider under Email, or set SMTP_URL. Nobody can register or reset a password.',
      facts,
    };
  if (failure && failingSince)
    return {
      state: failing,
      says: `Mail is refused: ${failure}`,
      advice: 'Check the API key and the sender under Email; what waits goes by itself afterwards.',
      facts: [...facts, { label: 'Refused since', at: failingSince }],
    };
  if (longestWait > 300)
    return {
      state: longestWait > 3600 ? failing : late,
      says: `A mail has waited for ${span(longestWait)}`,
      advice: 'See whether the queue moves; else the provider answers slowly, or asks for a pause.',
      facts,
    };
  if (stuck >= several)
    return {
      state: late,
      says: `${counted(stuck, 'mail')} could not be handed over for 15 minutes`,
      advice: 'The provider answers with errors or not at all: look at its status page, and into the log.',
      facts,
    };
  return { state: ok, says: `Mail goes by ${way}`, facts };
}

export interface StripeFacts {
  hasKeys: boolean;
  hasWebhookSecret: boolean;
  isSelling: boolean;
  subscriptions: number;
  lastEvent: Date | null;
  /** Stored and not applied. */
  waiting: number;
  /** How long the oldest of them has waited. */
  longestWait: number;
  failed: { type: string; count: number; last: Date; failure: string | null }[];
  reconciledAt: Date | null;
  /** Since the last comparison of everything with Stripe. */
  sinceReconciled: number | null;
}

export function judgeStripe(given: StripeFacts): Verdict {
  const { hasKeys, hasWebhookSecret, isSelling, subscriptions, lastEvent, longestWait, sinceReconciled } =
    given;
  const count = failedEvents(given);
  const found = foundOfStripe(given);
  const isUsed = isSelling || subscriptions > 0;
  if (!hasKeys)
    return isUsed
      ? {
          state: failing,
          says: 'Something is sold, and Stripe’s keys are missing',
          advice: 'Enter them under Billing, or switch purchasing off.',
          ...found,
        }
      : { state: ok, says: 'Not set up: nothing is sold', ...found };
  if (!hasWebhookSecret && isUsed)
    return {
      state: late,
      says: 'Stripe cannot tell of payments: its signing secret is missing',
      advice:
        'Add the webhook at Stripe and enter its secret under Billing. Until then only the nightly comparison notices.',
      ...found,
    };
  if (longestWait > 300)
    return {
      state: longestWait > 3600 ? failing : late,
      says: `An event has waited for ${span(longestWait)} to be applied`,
      advice: 'See whether the queue moves and whether Stripe answers.',
      ...found,
    };
  if (count > 0)
    return {
      state: late,
      says: `${counted(count, 'event', 'events')} could not be applied`,
      advice: 'They are tried again. Those that stay can be replayed under Billing.',
      ...found,
    };
  if (isUsed && sinceReconciled !== null && sinceReconciled > 26 * 3600)
    return {
      state: late,
      says: `Nothing was compared with Stripe for ${span(sinceReconciled)}`,
      advice: 'It runs each night at 01:37 UTC: see whether a worker is alive, or run it under Billing.',
      ...found,
    };
  return {
    state: ok,
    says: lastEvent ? 'Events come in and are applied' : 'Set up; no event has come yet',
    ...found,
  };
}

const failedEvents = ({ failed }: StripeFacts): number => failed.reduce((sum, { count }) => sum + count, 0);

function foundOfStripe(given: StripeFacts): Pick<Verdict, 'facts' | 'troubles'> {
  const { subscriptions, waiting, lastEvent, reconciledAt, failed } = given;
  return {
    facts: [
      { label: 'Running subscriptions', value: subscriptions.toLocaleString('en') },
      { label: 'Events to be applied', value: waiting.toLocaleString('en') },
      { label: 'Events that failed', value: failedEvents(given).toLocaleString('en') },
      { label: 'Last event', ...(lastEvent ? { at: lastEvent } : { value: 'None yet' }) },
      ...(reconciledAt ? [{ label: 'Last comparison', at: reconciledAt }] : []),
    ],
    troubles: failed.map(({ type, count, last, failure }) => ({
      label: type,
      value: lastTime(count, failure ?? ''),
      at: last,
    })),
  };
}
