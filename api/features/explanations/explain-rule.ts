import { momentWords, type Reader } from '#api/lib/local-time.ts';
import type { AlertCondition } from '../alerts/alert.enums.ts';
import { AlertEntryKind, type AlertEntry } from '../alerts/alert-entry.entity.ts';
import { messageOf, pastMessage, type AlertParts } from '../alerts/message.ts';
import {
  conditions,
  type Measure,
  crosses,
  formatMeasured,
  formatThreshold,
  thresholdOf,
} from '../alerts/condition.ts';
import { DeviceState } from '../controllers/device.entity.ts';
import { RuleOutcome } from './explanation.ts';
import type { ReachabilitySpan } from '../metrics/metrics.types.ts';
import type { Alert } from '../alerts/alert.entity.ts';
import { channelName, reasonText } from '../notifications/reason-text.ts';
import { DeliveryStatus, type Delivery, type DeliveryKind } from '../notifications/delivery.entity.ts';

interface Rule {
  condition: AlertCondition;
  threshold: string | null;
  /** Minutes. */
  duration: number;
  isActive: boolean;
  fold: boolean;
  createdAt: Date;
  /** Why its scope or exceptions don't cover the device, in a sentence. Undefined if they do. */
  uncovered?: string;
}

/** A value and when it was measured. */
interface MeasuredValue {
  at: Date;
  value: number;
}

/**
 * The latest measurement of each quantity before a moment. `null` if there is none in the lookback period.
 */
export interface Measured {
  /** The latest reading of the device, and its state then. `null` if it is older than two intervals. */
  read: { at: Date; state: DeviceState | null } | null;
  cpu: MeasuredValue | null;
  memory: MeasuredValue | null;
  diskFree: MeasuredValue | null;
  /** Bits per second. */
  uplinkBps: MeasuredValue | null;
}

export interface Known {
  at: Date;
  /** Times are in this person's time zone, and days relative to `at`. */
  reader: Reader;
  look: Visibility;
  measured: Measured;
  /** Whether individual readings from that time are still stored. */
  isKept: boolean;
  /** Name of the device that it was down because of, which had an alert. Undefined if there was none. */
  cause?: string | undefined;
}

interface Explained {
  outcome: RuleOutcome;
  saw: string;
}

/** Explains the result of a rule without an alert. */
export function explainRule(rule: Rule, known: Known): Explained {
  const { at, look } = known;
  if (rule.createdAt > at) {
    return absent(
      `The rule didn't exist yet. It was created at ${momentWords(rule.createdAt, known.reader)}.`,
    );
  }
  if (!rule.isActive) return absent("The rule is turned off. When that happened isn't stored.");
  if (rule.uncovered) return absent(rule.uncovered);
  if (!look.seen) return unknown(look.text);
  const { about, measure } = conditions[rule.condition];
  if (about !== 'device') {
    return unknown(`Only alerts are stored for each ${about}, and none was open.`);
  }
  if (!known.isKept) return unknown('Readings from that time are no longer stored. No alert was open.');
  return measure ? explainValue(rule, known) : explainState(rule, known);
}

function explainState({ duration, fold }: Rule, { reader, measured, cause }: Known): Explained {
  const { at, state } = measured.read ?? {};
  if (!at || !state) return unknown("It isn't known whether the device was online.");
  const seen = `The device was ${stateWords[state]} at ${momentWords(at, reader)}`;
  if (state === DeviceState.online) return well(`${seen}.`);
  const isDown = state === DeviceState.offline || state === DeviceState.impaired;
  if (isDown && fold && cause !== undefined)
    return holding(`${seen} because of ${cause}, so it's part of that alert and raises none of its own.`);
  if (isDown) return holding(`${seen}. ${notLongEnough(duration)}`);
  return unknown(`${seen}, so the rule couldn't be evaluated.`);
}

const stateWords: Record<DeviceState, string> = {
  online: 'online',
  offline: 'offline',
  impaired: 'impaired',
  busy: 'updating or restarting',
  unknown: 'in an unknown state',
};

function explainValue({ condition, threshold, duration }: Rule, { reader, measured }: Known): Explained {
  const { measure } = conditions[condition];
  const limit = thresholdOf(condition, threshold);
  if (!measure || limit === undefined) return unknown("The rule's threshold is invalid.");
  const { at, value } = latestOf(measure, measured) ?? {};
  if (at === undefined || value === undefined)
    return unknown(`${measure.quantity} wasn't measured in the hour before.`);
  const seen = `${measure.quantity} was ${formatMeasured(condition, value, limit)} at ${momentWords(at, reader)}. The rule alerts ${measure.trouble} ${formatThreshold(condition, limit)}.`;
  const { read } = measured;
  if (read?.state && read.state !== DeviceState.online && read.at > at)
    return unknown(
      `${seen} The device was ${stateWords[read.state]} at ${momentWords(read.at, reader)} and reported no newer value.`,
    );
  return crosses(measure, value, limit) ? holding(`${seen} ${notLongEnough(duration)}`) : well(seen);
}

/** The latest value of the quantity that a rule evaluates. */
function latestOf(
  measure: Measure,
  { cpu, memory, diskFree, uplinkBps }: Measured,
): MeasuredValue | undefined {
  const quantities = { cpuPercent: cpu, memoryPercent: memory, diskFreePercent: diskFree, uplinkBps };
  for (const [name, found] of Object.entries(quantities)) {
    const value = found ? measure.read({ [name]: found.value }) : undefined;
    if (found && value !== undefined) return { at: found.at, value };
  }
  return undefined;
}

const notLongEnough = (minutes: number): string =>
  minutes === 0
    ? 'No alert was open.'
    : `No alert was open: the rule requires ${minutes === 1 ? '1 minute' : `${minutes} minutes`} without a break.`;

const absent = (saw: string): Explained => ({ outcome: RuleOutcome.absent, saw });
const unknown = (saw: string): Explained => ({ outcome: RuleOutcome.unknown, saw });
const well = (saw: string): Explained => ({ outcome: RuleOutcome.well, saw });
const holding = (saw: string): Explained => ({ outcome: RuleOutcome.holding, saw });

/** Phase of an alert at a moment, read from its timeline. */
export type AlertPhase =
  | { phase: 'open'; alert: AlertParts }
  | { phase: 'calm'; alert: AlertParts; since: Date }
  /** The condition held, and the alert was raised later. */
  | { phase: 'pending'; since: Date; raisedAt: Date }
  | { phase: 'closed' };

type PhaseEntry = Pick<AlertEntry, 'kind' | 'at' | 'params' | 'since'>;

const opening: readonly AlertEntryKind[] = [
  AlertEntryKind.raised,
  AlertEntryKind.flapping,
  AlertEntryKind.disturbed,
  AlertEntryKind.escalated,
  AlertEntryKind.eased,
];

/** Kinds of entries that change the phase of an alert. */
export const phaseKinds: readonly AlertEntryKind[] = [
  ...opening,
  AlertEntryKind.calm,
  AlertEntryKind.stable,
  AlertEntryKind.resolved,
  AlertEntryKind.folded,
];

/**
 * Phase of an alert at a moment. The alert's own fields only describe its latest phase, and a flapping alert may have been
 * calm and open again since.
 * @param entries of `phaseKinds`, oldest first
 */
export function phaseAt(alert: AlertParts, entries: readonly PhaseEntry[], at: Date): AlertPhase {
  const before = entries.filter((entry) => entry.at <= at);
  const last = before.at(-1);
  const parts = (entry: PhaseEntry | undefined): AlertParts =>
    entry ? { ...alert, ...entry.params, since: entry.since ?? entry.at, timestamp: entry.at } : { ...alert };
  if (last && opening.includes(last.kind)) return { phase: 'open', alert: parts(last) };
  const next = entries.find((entry) => entry.at > at && opening.includes(entry.kind));
  const pendingSince = next?.since && next.since <= at ? next.since : undefined;
  if (next && pendingSince) return { phase: 'pending', since: pendingSince, raisedAt: next.at };
  if (last?.kind === AlertEntryKind.calm) {
    const begun = before.findLast(({ kind }) => opening.includes(kind));
    return { phase: 'calm', alert: parts(begun), since: last.at };
  }
  return { phase: 'closed' };
}

/** Explains the result of a rule with an alert at the moment. Undefined if the alert was closed. */
export function explainAlert(phase: AlertPhase, reader: Reader): Explained | undefined {
  switch (phase.phase) {
    case 'closed':
      return undefined;
    case 'open':
      return { outcome: RuleOutcome.raised, saw: `${messageOf(phase.alert, reader)}.` };
    case 'calm': {
      const was = pastMessage(phase.alert, phase.since, reader);
      return { outcome: RuleOutcome.raised, saw: `${was}. The alert stayed open, because it was flapping.` };
    }
    case 'pending': {
      const [begun, raised] = [momentWords(phase.since, reader), momentWords(phase.raisedAt, reader)];
      return holding(`The condition had held since ${begun}. The alert was raised at ${raised}.`);
    }
  }
}

/** Whether a device was visible at a moment. */
type Visibility = { seen: true; text: string } | { seen: false; text: string };

interface Watch {
  at: Date;
  reader: Reader;
  /** Intervals around the moment, of the device's site and its controller. */
  spans: readonly ReachabilitySpan[];
  /** When the controller was last read. `null`: never. */
  lastRoundAt: Date | null;
  /** Milliseconds between two readings. */
  everyMs: number;
  /** Why it isn't monitored now, in a sentence. Undefined if it is. */
  unwatched?: string | undefined;
}

/**
 * Who could see a device at a moment. A reading is valid for two intervals, because the next one may still be
 * on its way. Failed readings take precedence over successful ones.
 */
export function visibilityAt({ at, reader, spans, lastRoundAt, everyMs, unwatched }: Watch): Visibility {
  const there = spans.filter(
    ({ from, until }) => from <= at && until.getTime() >= at.getTime() - 2 * everyMs,
  );
  const blind = there.find(({ seen }) => !seen);
  if (blind) {
    const since = momentWords(blind.from, reader);
    const why = blind.problem ? `: ${blind.problem.replace(/\.$/, '')}` : '';
    return { seen: false, text: `It had not been visible since ${since}${why}.` };
  }
  if (there.length > 0) return { seen: true, text: 'Its site was being monitored.' };
  if (unwatched) return { seen: false, text: `It wasn't monitored. ${unwatched}` };
  const read =
    lastRoundAt && lastRoundAt < at ? ` It was last read at ${momentWords(lastRoundAt, reader)}.` : '';
  return { seen: false, text: `It wasn't monitored: its site wasn't read at that time.${read}` };
}

type Part = Pick<
  Delivery,
  'channel' | 'recipient' | 'status' | 'reasonCode' | 'reasonParams' | 'sentAt' | 'notBefore'
>;
type ReportedDelivery = Part & Pick<Delivery, 'kind'> & { summary?: Part | null };
type Of = Pick<Alert, 'timestamp' | 'maintenance' | 'ruleSnapshot' | 'ticketId'>;

/** Who was notified of an alert, who wasn't and why, and its ticket: a sentence each. */
export function notificationLines(
  alert: Of,
  deliveries: readonly ReportedDelivery[],
  reader: Reader,
): string[] {
  const lines = deliveries.map((delivery) => deliveryText(delivery, reader));
  if (alert.ticketId != null) lines.push(`HaloPSA ticket ${alert.ticketId} was opened.`);
  if (deliveries.length > 0) return lines;
  return [nobodyWords(alert), ...lines];
}

function nobodyWords({ maintenance, ruleSnapshot }: Of): string {
  if (maintenance) return `No one was notified: it began during the maintenance window “${maintenance}”.`;
  if (ruleSnapshot?.channels.length === 0) return 'No one was notified: the rule had no channels.';
  return 'Who was notified is no longer stored.';
}

/** Which change of the alert was reported, unless it is the first. */
const turns: Partial<Record<DeliveryKind, string>> = {
  flapping: ' (flapping)',
  escalated: ' (escalated)',
};

/** A delivery in a summary has the summary's status, as in the timeline. */
function deliveryText({ summary, ...own }: ReportedDelivery, reader: Reader): string {
  const { kind, channel, recipient } = own;
  const place = recipient ? `${channelName[channel]} to ${recipient}` : channelName[channel];
  const isPart = own.status === DeliveryStatus.summarised && !!summary;
  const together = own.status === DeliveryStatus.summarised ? ', in one message with other alerts' : '';
  return `${place}${turns[kind] ?? ''}: ${standingWords(isPart ? summary : own, together, reader)}.`;
}

function standingWords(delivery: Part, together: string, reader: Reader): string {
  const { status, sentAt, notBefore } = delivery;
  const reason = reasonText(delivery, reader);
  const why = reason ? `: ${reason.replace(/\.$/, '')}` : '';
  const at = sentAt ? ` at ${momentWords(sentAt, reader)}` : '';
  const until = notBefore ? ` until ${momentWords(notBefore, reader)}` : '';
  const sentences: Record<DeliveryStatus, string> = {
    waiting: reason ? `waiting${until}${together}${why}` : `on its way${together}`,
    retrying: `not sent yet${together}, trying again${why}`,
    // The reason names when the hold ends.
    held: `held${reason ? '' : until}${together}${why}`,
    sent: `sent${at}${together}`,
    accepted: `accepted${at}${together}`,
    failed: `failed${together}${why}`,
    skipped: `not sent${together}${why}`,
    summarised: `sent${together}`,
  };
  return sentences[status];
}
