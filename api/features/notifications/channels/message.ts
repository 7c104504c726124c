import type { Alert } from '#api/features/alerts/alert.entity.ts';
import type { Failure } from '#api/features/integrations/channel-failures.ts';
import type { Reader } from '#api/lib/local-time.ts';
import type { AlertResolution, AlertSeverity } from '../../alerts/alert.enums.ts';
import type { AlertParts } from '#api/features/alerts/message.ts';
import type { DeliveryKind } from '../delivery.entity.ts';

/** The facts of an alert in a message. Names are untrusted, so each format escapes them. */
export interface AlertFacts extends AlertParts {
  id: string;
  ruleName: string;
  severity: AlertSeverity;
  /** Replaces the rendered sentence in a test message. */
  text?: string;
  deviceName: string | null;
  deviceMac: string | null;
  controllerName: string;
  /** Percent, or bytes a second. */
  value: number | null;
  threshold: number | null;
  /** Since when it cannot be measured any more. */
  unknownSince: Date | null;
  resolvedAt: Date | null;
  /** Why it is over: only what was measured to be well again is well. */
  resolution: AlertResolution | null;
  /** How often it began. */
  raises: number;
  ticketId: number | null;
  ticketUrl: string | null;
}

/** Every key of `Type`, also the optional ones: who makes one has to name a new field. */
type Complete<Type> = { [Key in keyof Required<Type>]: Type[Key] };

/** The parts of an alert's sentence. */
export function partsOf(alert: Alert): Complete<AlertParts> {
  return {
    type: alert.type,
    siteName: alert.siteName,
    since: alert.since,
    timestamp: alert.timestamp,
    deviceName: alert.deviceName,
    deviceMac: alert.deviceMac,
    networkSite: alert.networkSite,
    port: alert.port,
    impairment: alert.impairment,
    uplinkName: alert.uplinkName,
    deviceCount: alert.deviceCount,
    value: alert.value,
    threshold: alert.threshold,
  };
}

/** An alert, with its controller loaded, as a message reports it. */
export function factsOf(alert: Alert): Omit<Complete<AlertFacts>, 'text'> {
  return {
    ...partsOf(alert),
    id: alert.id,
    ruleName: alert.ruleName,
    severity: alert.severity,
    deviceName: alert.deviceName ?? null,
    deviceMac: alert.deviceMac ?? null,
    controllerName: alert.controller.name,
    value: alert.value ?? null,
    threshold: alert.threshold ?? null,
    unknownSince: alert.unknownSince ?? null,
    resolvedAt: alert.resolvedAt ?? null,
    resolution: alert.resolution ?? null,
    raises: alert.raises,
    ticketId: alert.ticketId ?? null,
    ticketUrl: alert.ticketUrl ?? null,
  };
}

/** A message about one alert. */
export interface Notice {
  kind: Exclude<DeliveryKind, DeliveryKind.summary>;
  alert: AlertFacts;
  /** Made up to try the channel out: the message says so. */
  isTest: boolean;
  /** A test with a real event's name, so that receiving programs can be tested. */
  isExample?: boolean;
  /** Absolute addresses. */
  links: { open: string; acknowledge: string; snooze: string };
  /** The service's ID of the first message about this alert, for editing it or replying. */
  earlierReference?: string;
  /** When it happened. Defaults to when the alert was raised or resolved. */
  at?: Date;
  /** For an escalation sent late: when the device came back impaired. `alert` is the alert before that. */
  easedAt?: Date;
}

/** One message about many alerts. */
export interface Summary {
  kind: DeliveryKind.summary;
  /** How many of the recipient's alerts are open now. */
  open: number;
  /** Of those that are open. */
  bySeverity: Partial<Record<AlertSeverity, number>>;
  /** At how many sites they are, and the names of at most ten of these. */
  siteCount: number;
  sites: string[];
  /** The worst open alerts, at most ten. `isCalm`: flapping, but OK at the moment. */
  lines: { severity: AlertSeverity; isCalm: boolean; alert: AlertParts }[];
  /** When the storm started, and how many alerts it has reported. */
  since: Date;
  alerts: number;
  /** When the summary before this one was sent; null for the first. */
  last: Date | null;
  /** How many began and how many ended since then, or since the storm began. */
  opened: number;
  ended: number;
  /** The list of alerts; an absolute address. */
  list: string;
  /** The summary before this one, where it can be edited as it grows. */
  earlierReference?: string;
}

/** One message to one destination. */
export interface OutgoingMessage {
  /** Id of the delivery: the same at every attempt. */
  id: string;
  platformName: string;
  teamName: string;
  /** Times are in the recipient's zone if it is known, else in the team's. */
  reader: Reader;
  /** Email only. */
  recipient: string;
  /** Email only: the unsubscribe URL. Programs use it with POST (RFC 8058), people see a page. */
  unsubscribeUrl?: string;
  content: Notice | Summary;
}

/** What came of one attempt. */
export type Outcome = {
  /** HTTP status; absent where there was no answer. */
  status?: number;
  /** Of the answer, its first 1024 characters; no secrets. */
  answer?: string;
  durationMs: number;
} & (
  | {
      result: 'sent' | 'accepted';
      reference?: string;
      /** The service wants no other message before. */ pauseMs?: number;
    }
  /** `destination`: whatever else waits for it would fail too. `reason` says what happened and what to do. */
  | { result: 'retry'; reason: Failure; afterMs?: number; scope: 'message' | 'destination' }
  /** Trying again would not help; `disable`: nor would any other message, the channel is turned off. */
  | { result: 'failed'; reason: Failure; disable?: boolean }
);
