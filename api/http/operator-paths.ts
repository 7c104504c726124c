import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { comesFrom, loopback, nearby } from './proxies.ts';

/** Names that always mean the machine itself, and those reserved for tests (RFC 6761). */
const ownHost = /^(.+\.)?(localhost|test)$|^127(\.\d+){3}$|^\[::1\]$/;

/** Whether a host name can only mean the machine itself. */
export function isOwnHost(hostname: string): boolean {
  return ownHost.test(hostname.toLowerCase());
}

/**
 * Names that can't be registered on the internet: IP addresses, single labels such as a container's name, and
 * reserved top-level names (RFC 6762, RFC 8375 and ICANN's `internal`). A page on the internet can point its
 * own name at a private address, but not one of these.
 */
const privateName = /^[\d.]+$|^\[[\da-f:.]+\]$|^[\w-]+$|\.(localhost|test|local|internal|home\.arpa)$/;

const isFromHere = comesFrom(loopback);
const isNearby = comesFrom(nearby);

/**
 * Guards the operator's own paths. `/dev/*` only responds to the machine itself, and `/metrics` only to
 * nearby addresses, under a private name. Neither responds through a proxy. Everyone else gets a 404.
 */
export function guardOperatorPaths(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    // The matched route, not the requested path, which may be percent-encoded.
    const route = routeOptions.url ?? '';
    const isRefused = route.startsWith('/dev/')
      ? !isFromHere(raw) || !hostNames(raw).every(isOwnHost)
      : route === '/metrics' && (!isNearby(raw) || !hostNames(raw).every((name) => privateName.test(name)));
    if (isRefused) return reply.code(404).send({ message: 'Not found' });
  });
}

/** A host as browsers write it. Anything else, such as user information, could be ambiguous. */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Every host that a request names: the effective one, and one in each `Host` header. */
function hostNames({ headers, rawHeaders }: IncomingMessage): string[] {
  const isHost = (_: string, at: number) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host';
  const named = [headers.host ?? '', ...rawHeaders.filter(isHost)];
  return named.map((host) => (hostAndPort.test(host) && URL.parse(`http://${host}`)?.hostname) || '');
}
