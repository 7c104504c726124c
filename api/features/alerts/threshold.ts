import type { AlertCondition } from './alert.enums.ts';
import { conditions, type Measure } from './condition.ts';

type Unit = Measure['unit'];

const percentage = /^(\d{1,3}(?:\.\d{1,6})?)\s*%?$/;
const amount = /^(\d{1,12}(?:\.\d{1,6})?)\s*([kmgt])(b)(ps|\/s)?$/i;
// Decimal, as networks count: 100MB is 100,000,000 bytes.
const scale: Record<string, number> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/**
 * "80%" → 80; "100MB" → 100,000,000 bytes per second. With "ps" or "/s" the case of the b decides, as usual:
 * "100Mbps" are bits, "100MBps" bytes. Undefined for anything else and for conditions without a threshold.
 */
export function parseThreshold(condition: AlertCondition, text: string): number | undefined {
  const unit = conditions[condition].measure?.unit;
  if (unit === 'percent') return parsePercentage(text.trim());
  if (unit === 'bytes_per_second') return parseAmount(text.trim());
  return undefined;
}

function parsePercentage(text: string): number | undefined {
  const value = Number(percentage.exec(text)?.[1] ?? NaN);
  return value >= 1 && value <= 100 ? value : undefined;
}

function parseAmount(text: string): number | undefined {
  const [, digits = '', prefix = '', b, perSecond] = amount.exec(text) ?? [];
  const value = Number(digits) * (scale[prefix.toUpperCase()] ?? 0);
  const bytes = b === 'b' && perSecond !== undefined ? value / 8 : value;
  return bytes > 0 ? bytes : undefined;
}

/**
 * The number a rule is judged by: its own threshold, or its condition's default where it names none.
 * Undefined when it has none or its text cannot be read; such a rule measures nothing rather than guess.
 */
export function thresholdOf(condition: AlertCondition, text: string | null): number | undefined {
  const standard = conditions[condition].measure?.defaultThreshold;
  return standard === undefined ? undefined : parseThreshold(condition, text?.trim() || standard);
}

/** What is wrong with a threshold as typed, or undefined. Blank is right: the condition's default applies. */
export function thresholdError(condition: AlertCondition, text: string): string | undefined {
  const { measure } = conditions[condition];
  if (!measure || text.trim() === '' || parseThreshold(condition, text) !== undefined) return undefined;
  const what =
    measure.unit === 'percent' ? 'a percentage between 1 and 100' : 'an amount per second with its unit';
  return `Enter ${what}, such as ${measure.example}`;
}

/** "90%", "112.5 MB/s": the number in words, with at most so many decimals. Empty without a threshold. */
export function formatThreshold(condition: AlertCondition, value: number, decimals = 3): string {
  const unit = conditions[condition].measure?.unit;
  return unit ? format(unit, value, decimals) : '';
}

function format(unit: Unit, value: number, decimals: number): string {
  if (unit === 'percent') return `${Number(value.toFixed(decimals))}%`;
  const prefix = value >= 1e12 ? 'T' : value >= 1e9 ? 'G' : value >= 1e6 ? 'M' : 'K';
  return `${Number((value / scale[prefix]!).toFixed(decimals))} ${prefix}B/s`;
}

/**
 * A measured value with as few decimals as still tell it from the threshold: 97.3 above 90 is "97%", 90.3
 * above 90 is "90.3%".
 */
export function formatMeasured(condition: AlertCondition, value: number, threshold: number): string {
  const { measure } = conditions[condition];
  if (!measure) return '';
  const limit = formatThreshold(condition, threshold);
  for (let decimals = 0; decimals < 3; decimals++) {
    const text = format(measure.unit, value, decimals);
    const shown = parseThreshold(condition, text);
    if (text !== limit && shown !== undefined && crosses(measure, shown, threshold)) return text;
  }
  return format(measure.unit, value, 3);
}

/** Whether the value is on the side of the threshold that is trouble. */
export function crosses(measure: Measure, value: number, threshold: number): boolean {
  return measure.trouble === 'above' ? value > threshold : value < threshold;
}
