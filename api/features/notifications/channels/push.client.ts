import type { App } from '#api/config/app.ts';
import { brandingOf } from '#api/features/branding/branding.service.ts';
import { failure } from '#api/features/integrations/channel-failures.ts';
import { pushRequest, type PushOptions } from '#api/features/web-push/push.client.ts';
import { pushKeys } from '#api/features/web-push/push-key.store.ts';
import {
  browsersOf,
  recordAccepted,
  removeDeadBrowser,
  subscriptionKeys,
  type PushBrowser,
} from '#api/features/web-push/push-subscriptions.store.ts';
import type { OutboundAnswer } from '#api/security/outbound.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { AlertSeverity } from '../../alerts/alert.enums.ts';
import { DeliveryChannel } from '../../alerts/notification-channel.ts';
import { DeliveryKind, isEnding } from '../delivery.entity.ts';
import { linksFor } from '../links/links.ts';
import { chatRetries } from '../retry-policy.ts';
import { attempt, temporaryFailure, unprovable, type Channel, type Verdict } from './channel.client.ts';
import type { Outcome, OutgoingMessage } from './message.ts';
import { cut, renderText } from './message-text.ts';

/** Sends one notification to every browser of a person. */
export const push: Channel = {
  summarizes: true,
  isPersonal: true,
  concurrency: 8,
  spacingMs: 0,
  retries: chatRetries,
  async send(app, _config, message) {
    const { id: deliveryId, teamId, recipient } = message;
    const browsers = await browsersOf(app.orm.em.fork(), { teamId, recipient, deliveryId });
    if (browsers.length === 0) return { result: 'failed', reason: failure('push_no_browser'), durationMs: 0 };
    // A retry is for those that didn't accept it.
    const waiting = browsers.filter(({ wasSent }) => !wasSent);
    if (waiting.length === 0) return { result: 'accepted', durationMs: 0 };
    const outcomes = await Promise.all(waiting.map((browser) => sendPush(app, browser, message)));
    return combined(outcomes);
  },
  prove: () => Promise.resolve(unprovable('push')),
};

/** Sends a notification to one browser. One that no longer exists is removed. */
export async function sendPush(app: App, browser: PushBrowser, message: OutgoingMessage): Promise<Outcome> {
  const em = app.orm.em.fork();
  const isTest = 'isTest' in message.content && message.content.isTest;
  let call: { endpoint: string; request: ReturnType<typeof pushRequest> };
  try {
    const address = subscriptionKeys(browser);
    const payload = JSON.stringify(pushPayload(message, tokenFor(app, browser, message)));
    const sender = { keys: await pushKeys(em), contact: await contactOf(app) };
    call = {
      endpoint: address.endpoint,
      request: pushRequest(address, payload, { ...optionsOf(message), ...sender }),
    };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    return { result: 'retry', scope: 'message', reason: failure('push_unreadable'), durationMs: 0 };
  }
  const outcome = await attempt(app, call.endpoint, call.request, readAnswer);
  if (outcome.result === 'accepted') await recordAccepted(em, browser.id, isTest ? null : message.id);
  if (outcome.status === 404 || outcome.status === 410) await removeDeadBrowser(em, browser.endpointHash);
  return outcome;
}

/** The worst result counts, so that a phone isn't forgotten because a desktop has it. */
function combined(outcomes: readonly Outcome[]): Outcome {
  const durationMs = Math.max(...outcomes.map((one) => one.durationMs));
  const worst =
    outcomes.find(({ result }) => result === 'retry') ??
    outcomes.find(({ result }) => result === 'accepted') ??
    outcomes[0]!;
  return { ...worst, durationMs };
}

function readAnswer(answer: OutboundAnswer): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { result: 'accepted' };
  if (status === 404 || status === 410) return { result: 'failed', reason: failure('push_gone', { status }) };
  const later = temporaryFailure(answer, "The browser's push service");
  return later ?? { result: 'failed', reason: failure('push_refused', { status }) };
}

/** How push services reach the operator if something is wrong (RFC 8292, section 2.1). */
async function contactOf(app: App): Promise<string> {
  const { supportEmail } = await brandingOf(app);
  const { publicUrl } = app.config;
  if (supportEmail) return `mailto:${supportEmail}`;
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:postmaster@${new URL(publicUrl).hostname}`;
}

/** Seconds that a push service keeps a notification for a browser that is offline. A test is only news now. */
const lifetime = { alert: 86_400, test: 60 };

function optionsOf({ teamId, content }: OutgoingMessage): PushOptions {
  if (content.kind === DeliveryKind.summary)
    return { ttl: lifetime.alert, urgency: 'high', topic: topicOf(teamId) };
  const { alert, kind, isTest } = content;
  const isUrgent = isTest || (alert.severity === AlertSeverity.critical && !isEnding(kind));
  return {
    ttl: isTest ? lifetime.test : lifetime.alert,
    urgency: isUrgent ? 'high' : 'normal',
    topic: topicOf(alert.id),
  };
}

/** Exactly as long as a topic may be. */
const topicOf = (uuid: string): string => uuid.replaceAll('-', '');

/** What the service worker shows. It may be older or newer than this server, so fields are only added. */
export interface PushPayload {
  title: string;
  body: string;
  /** A notification replaces an earlier one with the same tag. */
  tag: string;
  /** Path to open. */
  url: string;
  /** When it happened, in ms since 1970. */
  at: number;
  /** Without sound or vibration, because it's only good news. */
  silent: boolean;
  /** Stays until the person reacts. */
  lasting: boolean;
  /** Lets the notification's buttons acknowledge and snooze. Absent if there's nothing to do. */
  token?: string;
}

/** Maximum characters. A message may have 4 KB as a whole, and phones show less. */
const longest = { title: 120, body: 400 };

/** Works for one browser only, until its subscription ends. Undefined if the alert needs no action. */
function tokenFor({ config }: App, browser: PushBrowser, { content, recipient }: OutgoingMessage) {
  if (content.kind === DeliveryKind.summary || content.isTest || isEnding(content.kind)) return undefined;
  const by = { channel: DeliveryChannel.push, recipient, browser: browser.id };
  return linksFor(config, content.alert.id, by, new Date()).token;
}

function pushPayload(message: OutgoingMessage, token: string | undefined): PushPayload {
  const { content, teamId } = message;
  const { title, paragraphs, lines } = renderText(message);
  const isNotice = content.kind !== DeliveryKind.summary;
  // The second paragraph of a test repeats the first. The sentence counts affected devices, and has no room for their names.
  const ofNotice = isNotice && content.isTest ? paragraphs.slice(0, 1) : paragraphs;
  const texts = isNotice ? ofNotice : [...paragraphs, ...lines];
  const said = {
    title: cut(title, longest.title),
    body: cut(texts.join('\n'), longest.body),
  };
  if (content.kind === DeliveryKind.summary)
    return {
      ...said,
      tag: `team-${teamId}`,
      url: '/alerts',
      at: content.since.getTime(),
      silent: false,
      lasting: true,
    };
  const { alert, kind, isTest, at } = content;
  const isOver = isEnding(kind);
  return {
    ...said,
    tag: isTest ? 'test' : alert.id,
    url: isTest ? '/alerts' : `/alerts/${alert.id}`,
    at: (at ?? alert.since).getTime(),
    silent: isOver,
    lasting: !isOver && !isTest && alert.severity === AlertSeverity.critical,
    ...(token && { token }),
  };
}
