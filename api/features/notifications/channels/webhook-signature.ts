import { createHmac } from 'node:crypto';
import type { SigningSecret } from '#api/features/integrations/channel-config.ts';

/** A message to be signed: `body` byte for byte as it is sent. */
interface Signed {
  id: string;
  /** Of this attempt. */
  at: Date;
  body: string;
}

/** The headers of Standard Webhooks 1.0: signed by every secret that is valid then, so that one can be replaced by another. */
export function signatureHeaders(
  secrets: readonly SigningSecret[],
  { id, at, body }: Signed,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets
    .filter(({ until }) => until === undefined || at < new Date(until))
    .map(({ secret }) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
