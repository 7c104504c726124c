import { dayAndTime, momentWords, type Reader } from '#api/lib/local-time.ts';
import { AlertResolution, AlertSeverity, AlertType } from '../../alerts/alert.enums.ts';
import { conditionOf, conditions, formatMeasured, formatThreshold } from '#api/features/alerts/condition.ts';
import {
  devicesWords,
  durationOf,
  isAboutLine,
  isAboutProvider,
  messageOf,
  pastMessage,
  sitesWords,
} from '#api/features/alerts/message.ts';
import { capitalize } from '#api/lib/plain-text.ts';
import { DeliveryKind, isEnding } from '../delivery.entity.ts';
import type { AlertFacts, Notice, OutgoingMessage, Summary } from './message.ts';

/**
 * The content of a message, the same for every channel, which only formats it. All texts are single-line and
 * unescaped.
 */
export interface MessageText {
  /** What happened: symbol, state and subject. */
  title: string;
  /** The first is the alert's full sentence. */
  paragraphs: string[];
  tone: Tone;
  facts: { label: string; value: string }[];
  /** The worst alerts of a summary, each after its severity's symbol. Or the devices behind a cause, or a provider's sites. */
  lines: string[];
  /** Absolute URLs. The first opens the alert. */
  links: { label: string; url: string }[];
  footer: string;
  /** The product's name. */
  from: string;
}

/** Its appearance: the alert's severity, or recovered. */
export type Tone = AlertSeverity | 'well';

/** The symbols used on screens, which work without color (▲ critical, ✓ recovered). */
export const severitySymbols: Record<Tone, string> = {
  critical: '▲',
  error: '◆',
  warning: '●',
  info: '○',
  well: '✓',
};

export function renderText({ content, platformName, teamName, reader }: OutgoingMessage): MessageText {
  const footer = `${name(platformName)} · ${name(teamName)}`;
  const said =
    content.kind === DeliveryKind.summary
      ? summary(content, footer, reader)
      : notice(content, footer, reader);
  return { ...said, from: name(platformName) };
}

function notice(given: Notice, footer: string, reader: Reader): Omit<MessageText, 'from'> {
  const content = given.kind === DeliveryKind.updated ? asFirstSent(given) : given;
  const { kind, isTest, links } = content;
  const isOver = isEnding(kind);
  const tone = toneOf(content);
  const open = { label: 'Open', url: links.open };
  const acts = [
    { label: 'Acknowledge', url: links.acknowledge },
    { label: 'Snooze', url: links.snooze },
  ];
  return {
    title: `${isTest ? 'Test: ' : ''}${severitySymbols[tone]} ${title(content)}`,
    paragraphs: [
      ...paragraphs(content, reader),
      isTest ? 'This is a test. Nothing is wrong, and there is nothing to do.' : '',
    ].filter(Boolean),
    tone,
    facts: facts(content, reader).filter(({ value }) => value !== ''),
    lines: isOver ? [] : affectedNames(content.alert),
    links: isOver || isTest ? [open] : [open, ...acts],
    footer,
  };
}

/** An edit replaces the first message, which it resembles. */
function asFirstSent(content: Notice): Notice {
  return { ...content, kind: content.alert.raises > 1 ? DeliveryKind.flapping : DeliveryKind.opened };
}

function toneOf(content: Notice): Tone {
  if (endedWithoutRecovery(content)) return AlertSeverity.info;
  return isEnding(content.kind) ? 'well' : content.alert.severity;
}

/** The most names of affected devices or sites in a message. */
const mostNames = 10;

/** Names of the devices behind a cause, or of the sites of a provider's outage, one per line. */
function affectedNames({ affected, affectedSites }: AlertFacts): string[] {
  const all = [
    ...(affected?.devices ?? []).map(({ name, mac }) => cut(oneLine(name), longest.deviceInTitle) || mac),
    ...(affectedSites?.sites ?? []).map(
      ({ name, line }) => `${cut(oneLine(name), longest.deviceInTitle)} (${line})`,
    ),
  ];
  const names = all.slice(0, mostNames).map((one) => `– ${one}`);
  const hidden = affectedSites?.outsideLimit ?? 0;
  const more = (affected?.count ?? 0) + (affectedSites?.count ?? 0) - hidden - names.length;
  return [
    ...names,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(hidden > 0
      ? [`${names.length > 0 ? 'and ' : ''}${sitesWords(hidden)} outside this channel’s scope`]
      : []),
  ];
}

/** The text about an alert that ended without a recovery. Undefined for any other. */
function endedWithoutRecovery({ kind, alert }: Pick<Notice, 'kind' | 'alert'>): EndText | undefined {
  const isOver = kind === DeliveryKind.resolved && alert.resolution !== null;
  return isOver ? endTexts[alert.resolution!] : undefined;
}

interface EndText {
  title: string;
  why: string;
  /** Label for the end time. */
  end: string;
}

const endTexts: Partial<Record<AlertResolution, EndText>> = {
  [AlertResolution.removed]: {
    title: 'Removed',
    why: 'It was removed from UniFi, so the alert is closed.',
    end: 'Removed',
  },
  [AlertResolution.no_longer_watched]: {
    title: 'No longer monitored',
    why: "Its rule or site was changed, turned off or removed, so we don't know whether it has recovered.",
    end: 'Monitored until',
  },
  [AlertResolution.folded]: {
    title: 'Part of another alert',
    why: 'It is down because of another device or port, so it became part of the alert about that one.',
    end: 'Until',
  },
};

const partOfOutage = 'Its internet provider has an outage, so it became part of the alert about that one.';

function title({ kind, alert }: Notice): string {
  const more = alert.affectedSiteCount
    ? ` (${sitesWords(alert.affectedSiteCount)})`
    : alert.affectedCount
      ? ` (+${devicesWords(alert.affectedCount)})`
      : '';
  const subject = `${subjectOf(alert)}, ${labelOf(alert.type)}${more}`;
  const bad = capitalize(alert.severity);
  const end = endedWithoutRecovery({ kind, alert });
  if (end) return `${end.title}: ${subject}`;
  switch (kind) {
    case DeliveryKind.resolved:
      return `Resolved after ${durationText(alert)}: ${subject}`;
    case DeliveryKind.escalated:
      return `${bad}, escalated: ${subject}`;
    case DeliveryKind.stable:
      return `Stable again: ${subject}`;
    case DeliveryKind.flapping:
      return `${bad}, flapping: ${subject}`;
    case DeliveryKind.reminder:
      return `${bad}, ${alert.unknownSince ? 'state unknown' : 'still'}: ${subject}`;
    default:
      return `${bad}: ${subject}`;
  }
}

function paragraphs({ kind, alert, at, easedAt, endedMaintenance }: Notice, reader: Reader): string[] {
  const message = sentence(alert.text ?? messageOf(alert, reader));
  const whole = /[.!?…]$/.test(message) ? message : `${message}.`;
  const end = endedWithoutRecovery({ kind, alert });
  if (end) {
    const cause = alert.cause && `${sentence(messageOf(alert.cause, reader))}.`;
    const why = alert.cause && isAboutProvider(alert.cause.type) ? partOfOutage : end.why;
    return [whole, why, ...(cause ? [cause] : [])];
  }
  switch (kind) {
    case DeliveryKind.resolved:
      return [`${sentence(pastMessage(alert, alert.resolvedAt ?? at ?? alert.timestamp, reader))}.`];
    case DeliveryKind.escalated:
      return easedAt
        ? [
            `${sentence(pastMessage(alert, easedAt, reader))}.`,
            ...(alert.resolvedAt ? [] : ['It has come back, but is still impaired.']),
          ]
        : [whole, 'It was only impaired before.'];
    case DeliveryKind.stable:
      return [`It started ${times(alert.raises)} and has been OK since.`];
    case DeliveryKind.flapping:
      return [
        whole,
        `It has started ${times(alert.raises)} so far. The next message follows once it is stable again.`,
      ];
    case DeliveryKind.reminder: {
      const pause = endedMaintenance ? `maintenance “${endedMaintenance}”` : 'snooze';
      return [
        whole,
        alert.unknownSince
          ? `The ${pause} has ended. It hasn't been measured since ${momentWords(alert.unknownSince, reader)}, so its state is unknown.`
          : `The ${pause} has ended, and the problem is still there.`,
      ];
    }
    default:
      return [whole];
  }
}

function facts({ kind, alert }: Notice, { timeZone }: Reader): MessageText['facts'] {
  const { type, deviceName, deviceMac, resolvedAt, ticketId } = alert;
  const isOver = isEnding(kind);
  const end = endedWithoutRecovery({ kind, alert })?.end ?? 'Until';
  return [
    { label: 'Severity', value: capitalize(alert.severity) },
    { label: 'Site', value: isAboutProvider(type) ? '' : name(alert.siteName) },
    { label: 'Controller', value: isAboutProvider(type) ? '' : name(alert.controllerName) },
    {
      label: isAboutProvider(type) ? 'Provider' : isAboutLine(type) ? 'Line' : 'Device',
      value: [deviceName, deviceMac].flatMap((one) => (one ? [name(one)] : [])).join(' · '),
    },
    { label: 'Since', value: dayAndTime(alert.since, timeZone) },
    {
      label: end,
      value: isOver && resolvedAt ? `${dayAndTime(resolvedAt, timeZone)} (${durationText(alert)})` : '',
    },
    { label: 'Measured', value: measurementOf(alert) },
    { label: 'Rule', value: name(alert.ruleName) },
    { label: 'Ticket', value: ticketId === null ? '' : `HaloPSA ${ticketId}` },
  ];
}

function summary(content: Summary, footer: string, reader: Reader): Omit<MessageText, 'from'> {
  const { open, alerts, bySeverity, sites, siteCount, since, lines, list } = content;
  const counted = Object.values(AlertSeverity)
    .toReversed()
    .flatMap((severity) => (bySeverity[severity] ? [{ severity, count: bySeverity[severity] }] : []));
  const tone = counted[0]?.severity ?? 'well';
  const where = siteCount === 1 ? name(sites[0] ?? '') : `${siteCount} sites`;
  const howBad = counted.map(({ severity, count }) => `${count} ${severity}`).join(', ');
  const more = open - lines.length;
  return {
    title: `${severitySymbols[tone]} ${open > 0 ? `${open} open at ${where}: ${howBad}` : `No open alerts (${many(alerts)} ended)`}`,
    paragraphs: [newsOf(content, reader)],
    tone,
    facts: [
      { label: 'Sites', value: siteCount > 1 ? sentence(sites.map(name).join(', ')) : '' },
      { label: 'Since', value: dayAndTime(since, reader.timeZone) },
    ].filter(({ value }) => value !== ''),
    lines: [
      ...lines
        .slice(0, 10)
        .map(
          ({ severity, isCalm, alert }) =>
            `${severitySymbols[severity]} ${name(messageOf(alert, reader))}${isCalm ? ' (flapping, OK at the moment)' : ''}`,
        ),
      ...(lines.length > 0 && more > 0 ? [`and ${more} more`] : []),
    ],
    links: [{ label: 'Open alerts', url: list }],
    footer,
  };
}

function newsOf({ opened, ended, last, since }: Summary, reader: Reader): string {
  const from = last ? `the last summary at ${momentWords(last, reader)}` : momentWords(since, reader);
  return `Since ${from}, ${opened} started and ${ended} ended.`;
}

const many = (count: number): string => (count === 1 ? '1 alert' : `${count} alerts`);

/**
 * Maximum characters of untrusted content. In a title, both names together leave room for what happened,
 * because Slack cuts it at 150.
 */
const longest = { name: 200, sentence: 1500, deviceInTitle: 50, siteInTitle: 30 };

/** "97%, above 90%". Empty without a measurement. */
function measurementOf({ type, value, threshold }: AlertFacts): string {
  if (value === null || threshold === null || isAboutProvider(type)) return '';
  const condition = conditionOf(type);
  const { measure } = conditions[condition];
  if (!measure) return '';
  return `${formatMeasured(condition, value, threshold)}, ${measure.trouble} ${formatThreshold(condition, threshold)}`;
}

/** The device, client, console or provider of an alert, and where it is, in short. */
function subjectOf({ type, deviceName, controllerName, siteName }: AlertFacts): string {
  if (isAboutProvider(type)) return cut(oneLine(deviceName ?? ''), longest.deviceInTitle);
  const where = oneLine(siteName) || oneLine(controllerName);
  const what = oneLine(deviceName ?? '') || oneLine(controllerName);
  const device = cut(what, longest.deviceInTitle);
  return what === where ? device : `${device} (${cut(where, longest.siteInTitle)})`;
}

/** For use within a sentence: "high CPU". */
function labelOf(type: AlertType): string {
  const label = labels[type] ?? conditions[conditionOf(type)].label;
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

const labels: Partial<Record<AlertType, string>> = {
  [AlertType.console_offline]: 'Unreachable',
  [AlertType.device_impaired]: 'Device impaired',
};

export function durationText({ since, resolvedAt, timestamp }: AlertFacts): string {
  return durationOf((resolvedAt ?? timestamp).getTime() - since.getTime());
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

export function name(text: string): string {
  return cut(oneLine(text), longest.name);
}

/** A sentence or list of names from an untrusted source. */
export function sentence(text: string): string {
  return cut(oneLine(text), longest.sentence);
}

/** Bidirectional control characters, with which a name could disguise the text around it. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Zero-width characters, except those that join emoji and letters. */
const unseen = /[\u00ad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]/g;

/** Untrusted text on one line, as it looks: no control or direction characters, and no lone surrogates. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(direction, '')
    .replace(unseen, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/**
 * An escaped text of at most so many UTF-16 units, including its escapes. A longer text ends in an ellipsis,
 * never within a character or an entity.
 */
export function cut(text: string, most: number, escape: (text: string) => string = (same) => same): string {
  // Escaping never makes a text shorter.
  if (text.length <= most) {
    const whole = escape(text);
    if (whole.length <= most) return whole;
  }
  let kept = '';
  for (const character of text) {
    const piece = escape(character);
    if (kept.length + piece.length >= most) break;
    kept += piece;
  }
  return `${kept.replace(/(?:\s|\u200d|\ufe0f)+$/u, '')}…`;
}
