import type { OutboundAnswer } from '#api/security/outbound.ts';
import { DeliveryKind } from '../delivery.entity.ts';
import { attempt, posting, retryAfter, type Verdict } from './attempt.ts';
import type { Channel } from './channel.ts';
import { webhookRetries } from './retries.ts';
import { webhookMessage } from './webhook-message.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** A program of the customer's, told of every change, by Standard Webhooks 1.0. */
export const webhook: Channel = {
  summarises: false,
  // Its order is not promised; one slow answer need not hold up the next message.
  atOnce: 5,
  spacingMs: 0,
  retries: webhookRetries,
  async send(app, { webhookUrl = '', secrets = [] }, { id, teamName, told }) {
    if (told.kind === DeliveryKind.summary) throw new Error('A program is told of each change');
    const call = posting(webhookMessage(told, teamName));
    const at = new Date();
    const signature = signatureHeaders(secrets, { id: `msg_${id}`, at, body: call.body ?? '' });
    return attempt(app, webhookUrl, { ...call, headers: { ...call.headers, ...signature } }, readWebhook);
  },
};

/** Any 2xx is success and 410 is the end; everything else is tried again, for it is a program that can be mended. */
function readWebhook({ status, headers }: OutboundAnswer): Verdict {
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 410) {
    const reason =
      'The receiver says that it takes no more (HTTP 410). Save the channel again to start anew.';
    return { result: 'failed', disable: true, reason };
  }
  const afterMs = retryAfter(headers['retry-after']);
  const scope = [429, 502, 503, 504].includes(status) ? 'destination' : 'message';
  return { result: 'retry', scope, reason: reasonOf(status), ...(afterMs !== undefined && { afterMs }) };
}

function reasonOf(status: number): string {
  if (status >= 300 && status < 400)
    return `The address leads on to another one (HTTP ${status}), which is not followed. Enter the address that it leads to.`;
  if (status === 429) return 'The receiver asks for a pause (HTTP 429).';
  if (status === 401 || status === 403)
    return `The receiver refused it (HTTP ${status}). Check that it verifies with the signing secret of this channel.`;
  if (status === 404) return 'The receiver knows no such address (HTTP 404). Check the address.';
  return `The receiver answered with HTTP ${status}. It has to answer with 200 to 299.`;
}
