import webPush from 'web-push';
import type { OutboundCall } from '#api/security/outbound.ts';
import type { PushKeys } from './push-key.store.ts';
import type { SubscriptionKeys } from './push-subscription.entity.ts';

/** How a push service treats a message (RFC 8030, section 5). */
export interface PushOptions {
  /** Seconds that the service keeps it for a browser that is offline. */
  ttl: number;
  /** Whether it wakes a sleeping phone. */
  urgency: 'low' | 'normal' | 'high';
  /** Replaces an undelivered message with the same topic. At most 32 characters of base64url. */
  topic?: string;
}

/**
 * The request that sends an encrypted message (RFC 8291) in the installation's name (RFC 8292). The caller sends it through
 * the guarded client, because the endpoint comes from a browser.
 * @param contact URL or `mailto:` by which the push service can reach the operator
 */
export function pushRequest(
  { endpoint, p256dh, auth }: SubscriptionKeys,
  payload: string,
  { keys, contact, ttl, ...options }: PushOptions & { keys: PushKeys; contact: string },
): OutboundCall {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contact, ...keys },
    TTL: ttl,
    ...options,
  });
  // The client computes the length itself.
  const { 'Content-Length': _, ...rest } = headers;
  const named = Object.entries(rest).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { method: 'POST', headers: Object.fromEntries(named), body };
}
