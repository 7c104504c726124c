import type { AffectedList, AffectedSiteList } from '#api/features/alerts/affected.store.ts';
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
  /** Key of an internet line. */
  line: string | null;
  controllerName: string;
  /** Percent, bytes per second or milliseconds. */
  value: number | null;
  threshold: number | null;
  /** When its measurements became unavailable. */
  unknownSince: Date | null;
  resolvedAt: Date | null;
  /** Why it ended. Only a measured recovery counts as recovered. */
  resolution: AlertResolution | null;
  /** How often it has opened. */
  raises: number;
  ticketId: number | null;
  ticketUrl: string | null;
  /** Devices behind it. Those that are up again are left out while it is open. `null` if there have been none. */
  affected: AffectedList | null;
  /** Sites of a provider's outage. Those that are back are left out while it is open. `null` for anything else. */
  affectedSites: AffectedSiteList | null;
  /** The alert that this one became part of. */
  cause: Cause | null;
}

/** The alert that others became part of. */
export interface Cause extends AlertParts {
  id: string;
}

/** Requires every key of `Type`, even optional ones, so that new fields can't be forgotten. */
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
    provider: alert.provider,
    asn: alert.asn,
    deviceCount: alert.deviceCount,
    affectedCount: alert.affectedCount,
    affectedSiteCount: alert.affectedSiteCount,
    value: alert.value,
    threshold: alert.threshold,
  };
}

/** The facts that a message reports about an alert, whose controller and cause are loaded. */
export function factsOf(
  alert: Alert,
  affected: AffectedList | null = null,
  affectedSites: AffectedSiteList | null = null,
): Omit<Complete<AlertFacts>, 'text'> {
  return {
    ...partsOf(alert),
    id: alert.id,
    ruleName: alert.ruleName,
    severity: alert.severity,
    deviceName: alert.deviceName ?? null,
    deviceMac: alert.deviceMac ?? null,
    line: alert.line ?? null,
    controllerName: alert.controller.name,
    value: alert.value ?? null,
    threshold: alert.threshold ?? null,
    unknownSince: alert.unknownSince ?? null,
    resolvedAt: alert.resolvedAt ?? null,
    resolution: alert.resolution ?? null,
    raises: alert.raises,
    ticketId: alert.ticketId ?? null,
    ticketUrl: alert.ticketUrl ?? null,
    affected,
    affectedSites,
    cause: alert.causeAlert ? { ...partsOf(alert.causeAlert), id: alert.causeAlert.id } : null,
  };
}

/** A message about one alert. */
export interface Notice {
  kind: Exclude<DeliveryKind, DeliveryKind.summary>;
  alert: AlertFacts;
  /** A made-up message to test the channel, which says so. */
  isTest: boolean;
  /** A test with a real event's name, so that receiving programs can be tested. */
  isExample?: boolean;
  /** Absolute URLs. */
  links: { open: string; acknowledge: string; snooze: string };
  /** The service's ID of the first message about this alert, for editing it or replying. */
  earlierReference?: string;
  /** When it happened. Defaults to when the alert was raised or resolved. */
  at?: Date;
  /** For an escalation sent late: when the device came back impaired. `alert` is the alert before that. */
  easedAt?: Date;
  /** For a reminder after maintenance: the name of its window. */
  endedMaintenance?: string;
}

/** One message about many alerts. */
export interface Summary {
  kind: DeliveryKind.summary;
  /** How many of the recipient's alerts are open now. */
  open: number;
  /** Counts of open alerts. */
  bySeverity: Partial<Record<AlertSeverity, number>>;
  /** The number of their sites, and the names of at most ten of them. */
  siteCount: number;
  sites: string[];
  /** The worst open alerts, at most ten. `isCalm`: flapping, but OK at the moment. */
  lines: { severity: AlertSeverity; isCalm: boolean; alert: AlertParts }[];
  /** When the storm started, and how many alerts it has reported. */
  since: Date;
  alerts: number;
  /** When the previous summary was sent. `null` for the first. */
  last: Date | null;
  /** How many opened and how many ended since then, or since the storm started. */
  opened: number;
  ended: number;
  /** Absolute URL of the alert list. */
  list: string;
  /** The service's ID of the previous summary, if it can be edited as it grows. */
  earlierReference?: string;
}

/** One message to one destination. */
export interface OutgoingMessage {
  /** ID of the delivery, the same for every attempt. */
  id: string;
  platformName: string;
  teamId: string;
  teamName: string;
  /** Times use the recipient's time zone if known, otherwise the team's. */
  reader: Reader;
  /** The email address of an email's or a push notification's recipient. Otherwise empty. */
  recipient: string;
  /** Email only: the unsubscribe URL. Programs use it with POST (RFC 8058), people see a page. */
  unsubscribeUrl?: string;
  content: Notice | Summary;
}

/** The result of one attempt. */
export type Outcome = {
  /** HTTP status. Absent if there was no response. */
  status?: number;
  /** The first 1024 characters of the response, without secrets. */
  answer?: string;
  durationMs: number;
} & (
  | {
      result: 'sent' | 'accepted';
      reference?: string;
      /** The service wants no other message before. */ pauseMs?: number;
    }
  /**
   * `destination`: everything else that waits for it would fail too. `reason` says what happened and what to
   * do.
   */
  | { result: 'retry'; reason: Failure; afterMs?: number; scope: 'message' | 'destination' }
  /** Trying again would not help; `disable`: nor would any other message, the channel is turned off. */
  | { result: 'failed'; reason: Failure; disable?: boolean }
  /** The message that it would edit doesn't exist. */
  | { result: 'skipped' }
);
