import type { IncomingMessage } from 'node:http';
import type { Proxies } from './proxies.ts';

/** Whether a request's Origin is ours; one judgement for HTTP and WebSocket. */
export type OriginCheck = (request: IncomingMessage) => boolean;

/**
 * Ours are PUBLIC_URL's origin and that of the address a request was sent to. None at all is fine: only browsers
 * send it, and only browsers can be misled into sending a request.
 */
export function originCheck(publicUrl: string, { hostOf }: Proxies): OriginCheck {
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined || origin === publicUrl) return true;
    return URL.canParse(origin) && new URL(origin).host === hostOf(request);
  };
}
