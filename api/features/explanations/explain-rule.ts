import type { AlertCondition } from '../alerts/alert.enums.ts';
import { momentWords, type Reader } from '#api/local-time.ts';
import { messageOf, type AlertParts } from '../alerts/message.ts';
import { conditions, type Measurable } from '../alerts/condition.ts';
import { crosses, formatMeasured, formatThreshold, thresholdOf } from '../alerts/threshold.ts';
import { DeviceState } from '../controllers/device.entity.ts';
import { RuleOutcome } from './explanation.ts';
import type { Look } from './look.ts';

interface Rule {
  condition: AlertCondition;
  threshold: string | null;
  /** Minutes. */
  duration: number;
  isActive: boolean;
  createdAt: Date;
}

/** What was measured of a device last before a moment; what was not is null. */
export interface Measured {
  at: Date;
  state: DeviceState | null;
  cpu: number | null;
  memory: number | null;
  diskFree: number | null;
  /** Bits per second. */
  uplinkBps: number | null;
}

export interface Known {
  at: Date;
  /** Times are told in their zone, days as seen from `at`. */
  reader: Reader;
  look: Look;
  /** Null: nothing. */
  measured: Measured | null;
  /** Whether single readings of that time are kept still. */
  isKept: boolean;
}

interface Explained {
  outcome: RuleOutcome;
  saw: string;
}

/** What a rule without an alert made of what was known. */
export function explainRule(rule: Rule, known: Known): Explained {
  const { at, look } = known;
  if (rule.createdAt > at) {
    return absent(`There was no such rule yet: it was made at ${momentWords(rule.createdAt, known.reader)}.`);
  }
  if (!rule.isActive) return absent('It is switched off. Since when is not kept.');
  if (!look.seen) return unknown(look.says);
  const { about, measure } = conditions[rule.condition];
  if (about !== 'device') {
    return unknown(`Of each ${about} only alerts are kept, and it had none open.`);
  }
  if (!known.isKept)
    return unknown('Single readings of that time are not kept any more. It had no alert open.');
  return measure ? explainValue(rule, known) : explainState(rule, known);
}

function explainState({ duration }: Rule, { reader, measured }: Known): Explained {
  if (!measured?.state) return unknown('Whether the device was online was not known.');
  const when = momentWords(measured.at, reader);
  if (measured.state !== DeviceState.offline) return well(`The device was ${measured.state} at ${when}.`);
  return holding(`The device was offline at ${when}. ${notLongEnough(duration)}`);
}

function explainValue({ condition, threshold, duration }: Rule, { reader, measured }: Known): Explained {
  const { measure } = conditions[condition];
  const limit = thresholdOf(condition, threshold);
  if (!measure || limit === undefined) return unknown('Its threshold cannot be read.');
  const value = measured && measure.read(readingOf(measured));
  if (measured === null || value == null) return unknown(`${measure.quantity} was not measured.`);
  const seen = `${measure.quantity} was ${formatMeasured(condition, value, limit)} at ${momentWords(measured.at, reader)}; it looks for ${measure.trouble} ${formatThreshold(condition, limit)}.`;
  return crosses(measure, value, limit) ? holding(`${seen} ${notLongEnough(duration)}`) : well(seen);
}

/** As it was read then. */
const readingOf = ({ cpu, memory, diskFree, uplinkBps }: Measured): Measurable => ({
  cpuPercent: cpu ?? undefined,
  memoryPercent: memory ?? undefined,
  diskFreePercent: diskFree ?? undefined,
  uplinkBps: uplinkBps ?? undefined,
});

const notLongEnough = (minutes: number): string =>
  minutes === 0
    ? 'No alert of it was open.'
    : `No alert of it was open: it asks for ${minutes === 1 ? '1 minute' : `${minutes} minutes`} without a break.`;

const absent = (saw: string): Explained => ({ outcome: RuleOutcome.absent, saw });
const unknown = (saw: string): Explained => ({ outcome: RuleOutcome.unknown, saw });
const well = (saw: string): Explained => ({ outcome: RuleOutcome.well, saw });
const holding = (saw: string): Explained => ({ outcome: RuleOutcome.holding, saw });

/** What a rule saw whose alert was open at the moment, or was about to be. */
export function explainAlert(alert: AlertParts, reader: Reader): Explained {
  const { since, timestamp } = alert;
  if (timestamp <= reader.now) return { outcome: RuleOutcome.raised, saw: `${messageOf(alert, reader)}.` };
  const [begun, raised] = [momentWords(since, reader), momentWords(timestamp, reader)];
  return holding(`It saw it since ${begun}, and the alert was raised at ${raised}.`);
}
