import { Webhook } from 'standardwebhooks';
import { failure, type Failure } from '#api/features/integrations/channel-failures.ts';
import { reader } from '#api/lib/local-time.ts';
import type { OutboundAnswer, OutboundCall } from '#api/security/outbound.ts';
import { conditionOf, conditions } from '#api/features/alerts/condition.ts';
import { isAboutProvider, messageOf } from '#api/features/alerts/message.ts';
import type { SigningSecret } from '../../integrations/channel-config.ts';
import { DeliveryKind } from '../delivery.entity.ts';
import { webhookRetries } from '../retry-policy.ts';
import {
  attempt,
  posting,
  proofOf,
  retryAfter,
  unprovable,
  type Channel,
  type Verdict,
} from './channel.client.ts';
import type { AlertFacts, Notice } from './message.ts';
import { cut } from './message-text.ts';

/** Sends every change to the customer's own endpoint, following Standard Webhooks 1.0. */
export const webhook: Channel = {
  summarizes: false,
  // Order isn't guaranteed, so a slow response doesn't hold up the next message.
  concurrency: 5,
  spacingMs: 0,
  retries: webhookRetries,
  async send(app, { webhookUrl = '', secrets = [] }, { id, teamName, content }) {
    if (content.kind === DeliveryKind.summary) throw new Error('Webhooks are never sent a summary');
    const call = signed(secrets, `msg_${id}`, webhookMessage(content, teamName));
    return attempt(app, webhookUrl, call, readWebhook);
  },
  announce(app, { webhookUrl = '', secrets = [] }, { id, type, data }) {
    const call = signed(secrets, `msg_${id}`, { type, timestamp: new Date().toISOString(), data });
    return attempt(app, webhookUrl, call, readWebhook);
  },
  async prove(app, { webhookUrl = '', secrets = [], pings = true }, id) {
    if (!pings) return unprovable('pings_off');
    const ping = { type: 'ping', timestamp: new Date().toISOString(), data: {} };
    const call = signed(secrets, `ping_${id}`, ping);
    return proofOf(await attempt(app, webhookUrl, call, readPing), 'ping_answered');
  },
};

function signed(secrets: readonly SigningSecret[], id: string, message: object): OutboundCall {
  const call = posting(message);
  const signature = signatureHeaders(secrets, { id, at: new Date(), body: call.body });
  return { ...call, headers: { ...call.headers, ...signature } };
}

/** A receiver that doesn't know the type may reject it. Nothing that it answers to a ping turns the channel off. */
function readPing(answer: OutboundAnswer): Verdict {
  const { status } = answer;
  const isUnknown = status >= 400 && status < 500 && ![401, 403, 404, 408, 410, 429].includes(status);
  if (!isUnknown && status !== 410) return readWebhook(answer);
  return { result: 'failed', reason: failure(isUnknown ? 'ping_refused' : 'ping_gone', { status }) };
}

/** Any 2xx is success and 410 disables the channel. Everything else is retried, because the receiver can be fixed. */
function readWebhook({ status, headers }: OutboundAnswer): Verdict {
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 410) return { result: 'failed', disable: true, reason: failure('webhook_gone') };
  const afterMs = retryAfter(headers['retry-after']);
  const scope = [429, 502, 503, 504].includes(status) ? 'destination' : 'message';
  return { result: 'retry', scope, reason: reasonOf(status), ...(afterMs !== undefined && { afterMs }) };
}

function reasonOf(status: number): Failure {
  if (status >= 300 && status < 400) return failure('webhook_redirected', { status });
  if (status === 429) return failure('webhook_rate_limited');
  if (status === 401 || status === 403) return failure('webhook_unauthorized', { status });
  if (status === 404) return failure('webhook_not_found');
  return failure('webhook_status', { status });
}

/**
 * Maximum characters, so that the message stays below 20 KB (Standard Webhooks 1.0), however long names are.
 */
const longest = { name: 200, sentence: 1500 };

/**
 * Body of a webhook's POST request. Fields may be added, but never renamed or removed. Times are ISO 8601 in
 * UTC, and names are as in UniFi, unescaped.
 */
interface WebhookMessage {
  /**
   * `alert.opened`, `alert.escalated`, `alert.resolved`, `alert.flapping`, `alert.stable`, `alert.reminder` or `alert.test`.
   */
  type: string;
  /** When it happened. */
  timestamp: string;
  data: {
    /** Sent by hand to test the receiver. Nothing happened. */
    test: boolean;
    team: { name: string };
    alert: {
      /** The same in every message about this alert. */
      id: string;
      /** `device_offline`, `high_cpu`, …, `device_impaired`, `console_offline`. An escalation changes it. */
      type: string;
      /** `info`, `warning`, `error` or `critical`. */
      severity: string;
      /** One sentence for people. Times in it are in UTC. */
      message: string;
      /** When the problem started. */
      since: string;
      /** When it had lasted for its rule's duration. */
      raisedAt: string;
      /** `null` while the alert is open. */
      resolvedAt: string | null;
      /**
       * `recovered`, `removed` from UniFi, `no_longer_watched`, or `folded` if it became part of the alert about its cause.
       * `null` while the alert is open.
       */
      resolution: string | null;
      /** ID of the alert that a `folded` one became part of. `null` otherwise. */
      causeAlertId: string | null;
      /** Seconds from `since` until it was resolved. `null` while the alert is open. */
      durationSeconds: number | null;
      /** How often it has opened. */
      raises: number;
    };
    rule: { name: string };
    /** Of a provider's outage, if the webhook is limited to some sites: that of the first of `sites`. */
    controller: { name: string };
    /** Of a provider's outage: the first of `sites`. */
    site: { name: string };
    /** `null` if it is about a console, an internet line or a provider. */
    device: { name: string; mac: string | null } | null;
    /** `name`: `WAN` or `WAN2`. `asn`: number of the provider's autonomous system. `null` if it is about anything else. */
    line: { name: string; provider: string | null; asn: number | null } | null;
    /**
     * The provider of an `isp_outage` and its sites: those that are down, or were if it is resolved. `count`: how many have been
     * at the same time, at most. `sites` has up to 100 of them by name, or fewer if their names are long, and only those that the webhook is limited to.
     * `null` for any other.
     */
    outage: {
      provider: { name: string | null; asn: number | null };
      count: number;
      sites: { id: string; name: string; line: string; since: string }[];
    } | null;
    /** `null` if nothing was measured. `unit`: `percent`, `bytes_per_second`, `milliseconds` or `sites`. */
    measurement: { value: number; threshold: number; unit: string } | null;
    /**
     * Devices that are down behind it, or were if it is resolved. `count`: how many have been at the same time, at most.
     * `devices` has up to 100 of them by name, or fewer if their names are long. `null` if there have been none.
     */
    affected: { count: number; devices: { mac: string; name: string; since: string }[] } | null;
    /** HaloPSA ticket. */
    ticket: { id: number; url: string | null } | null;
    /** `acknowledge` and `snooze` work without signing in, for this alert only, and expire. */
    links: { open: string; acknowledge: string; snooze: string };
  };
}

export function webhookMessage(
  { kind, alert, isTest, isExample = false, links, at }: Notice,
  teamName: string,
): WebhookMessage {
  const { resolvedAt, since } = alert;
  const happened = at ?? (kind === DeliveryKind.opened ? alert.timestamp : (resolvedAt ?? alert.timestamp));
  return {
    type: isTest && !isExample ? 'alert.test' : `alert.${kind}`,
    timestamp: happened.toISOString(),
    data: {
      test: isTest,
      team: { name: name(teamName) },
      alert: {
        id: alert.id,
        type: alert.type,
        severity: alert.severity,
        message: cut(
          (alert.text ?? messageOf(alert, reader('UTC', new Date()))).toWellFormed(),
          longest.sentence,
        ),
        since: since.toISOString(),
        raisedAt: alert.timestamp.toISOString(),
        resolvedAt: resolvedAt?.toISOString() ?? null,
        resolution: alert.resolution,
        causeAlertId: alert.cause?.id ?? null,
        durationSeconds: resolvedAt && Math.round((resolvedAt.getTime() - since.getTime()) / 1000),
        raises: alert.raises,
      },
      rule: { name: name(alert.ruleName) },
      controller: { name: name(alert.controllerName) },
      site: { name: name(alert.siteName) },
      device:
        alert.deviceName === null || alert.line !== null || isAboutProvider(alert.type)
          ? null
          : { name: name(alert.deviceName), mac: alert.deviceMac },
      line: alert.line === null ? null : lineOf(alert, alert.line),
      outage: outage(alert),
      measurement: measurement(alert),
      affected: affected(alert),
      ticket: alert.ticketId === null ? null : { id: alert.ticketId, url: alert.ticketUrl },
      links,
    },
  };
}

function measurement({ type, value, threshold }: AlertFacts): WebhookMessage['data']['measurement'] {
  const unit = conditions[conditionOf(type)].measure?.unit;
  return unit === undefined || value === null || threshold === null ? null : { value, threshold, unit };
}

/** Bytes of the affected devices or sites in a message. */
const mostAffectedBytes = 9000;

/** As many of them as a message has room for. */
function fitting<One>(all: One[]): One[] {
  let bytes = 0;
  return all.filter((one) => (bytes += Buffer.byteLength(JSON.stringify(one))) <= mostAffectedBytes);
}

function outage({
  affectedSites,
  affectedSiteCount,
  provider,
  asn,
}: AlertFacts): WebhookMessage['data']['outage'] {
  if (!affectedSiteCount) return null;
  const sites = (affectedSites?.sites ?? []).map(({ hostId, name: called, line, since }) => ({
    id: hostId,
    name: name(called),
    line,
    since: since.toISOString(),
  }));
  const named = { name: provider ? name(provider) : null, asn: asn ?? null };
  return { provider: named, count: affectedSiteCount, sites: fitting(sites) };
}

function affected({ affected, affectedCount }: AlertFacts): WebhookMessage['data']['affected'] {
  if (!affectedCount) return null;
  const all = (affected?.devices ?? []).map(({ mac, name: called, since }) => ({
    mac,
    name: name(called),
    since: since.toISOString(),
  }));
  return { count: affectedCount, devices: fitting(all) };
}

const lineOf = ({ provider, asn }: AlertFacts, key: string): WebhookMessage['data']['line'] => ({
  name: key,
  provider: provider ? name(provider) : null,
  asn: asn ?? null,
});

function name(text: string): string {
  return cut(text.toWellFormed(), longest.name);
}

/** A message to sign. `body` is byte for byte what is sent. */
interface Signed {
  id: string;
  /** Time of this attempt. */
  at: Date;
  body: string;
}

/**
 * The headers of Standard Webhooks 1.0, signed with every currently valid secret, so that secrets can be
 * rotated.
 */
export function signatureHeaders(
  secrets: readonly SigningSecret[],
  { id, at, body }: Signed,
): Record<string, string> {
  const signatures = secrets
    .filter(({ until }) => until === undefined || at < new Date(until))
    .map(({ secret }) => new Webhook(secret).sign(id, at, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
