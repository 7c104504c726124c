import { AlertType, type AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { conditionOf, conditions } from '#api/features/alerts/condition.ts';
import { durationOf } from '#api/features/alerts/duration.ts';
import { formatMeasured, formatThreshold } from '#api/features/alerts/threshold.ts';
import type { AlertFacts } from './channel.ts';
import { cut, oneLine } from './cut.ts';

/**
 * Characters of what comes from outside that are told at most. In a title both names together leave room for what
 * happened: Slack cuts it at 150.
 */
const longest = { name: 200, sentence: 1500, deviceInTitle: 50, siteInTitle: 30 };

/** "97%, above 90%"; empty where nothing is measured. */
export function measurementOf({ type, value, threshold }: AlertFacts): string {
  if (value === null || threshold === null) return '';
  const condition = conditionOf(type);
  const { measure } = conditions[condition];
  if (!measure) return '';
  return `${formatMeasured(condition, value, threshold)}, ${measure.trouble} ${formatThreshold(condition, threshold)}`;
}

/** What an alert is about, a device, a client or a console, and where it is; short. */
export function subjectOf({ deviceName, controllerName, siteName }: AlertFacts): string {
  const where = oneLine(siteName) || oneLine(controllerName);
  const what = oneLine(deviceName ?? '') || oneLine(controllerName);
  const device = cut(what, longest.deviceInTitle);
  return what === where ? device : `${device} (${cut(where, longest.siteInTitle)})`;
}

/** In the middle of a line: "high CPU". */
export function labelOf(type: AlertType): string {
  const label = labels[type] ?? conditions[conditionOf(type)].label;
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

const labels: Partial<Record<AlertType, string>> = {
  [AlertType.console_offline]: 'Unreachable',
  [AlertType.device_impaired]: 'Device impaired',
};

export function severityWord(severity: AlertSeverity): string {
  return `${severity.charAt(0).toUpperCase()}${severity.slice(1)}`;
}

export function lasted({ since, resolvedAt, timestamp }: AlertFacts): string {
  return durationOf((resolvedAt ?? timestamp).getTime() - since.getTime());
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

export function name(text: string): string {
  return cut(oneLine(text), longest.name);
}

/** A sentence, or a list of names, from outside. */
export function sentence(text: string): string {
  return cut(oneLine(text), longest.sentence);
}
