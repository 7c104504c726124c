import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#api/security/ip-address.ts';
import type { Proxies } from './proxies.ts';

const tooMany = 'Too many open connections from your address. Close some and try again.';

/** Counts what each network has open: an IPv4 address, or an IPv6 /64. */
export interface ConnectionLimit {
  /** Counts a connection. Returns a function that releases it, or `undefined` if the address has reached its limit. */
  enter(address: string | null): (() => void) | undefined;
}

export function connectionLimit(perAddress: number): ConnectionLimit {
  const open = new Map<string, number>();
  return {
    enter(address) {
      const network = networkOf(address);
      const count = open.get(network) ?? 0;
      if (count >= perAddress) return undefined;
      open.set(network, count + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (open.get(network) ?? 1) - 1;
        if (left > 0) open.set(network, left);
        else open.delete(network);
      };
    },
  };
}

/**
 * Keeps one address from taking all connections. Direct clients are counted by connection. A trusted proxy shares its
 * connections among everyone, so requests through it are counted by the address it forwards.
 */
export function limitConnections(fastify: FastifyInstance, limit: ConnectionLimit, proxies: Proxies): void {
  limitDirect(fastify.server, limit, proxies);
  fastify.addHook('onRequest', async ({ raw, socket }, reply) => {
    if (!proxies.isTrusted(socket.remoteAddress)) return;
    const leave = limit.enter(proxies.addressOf(raw));
    if (!leave) return reply.code(429).header('retry-after', 5).send({ message: tooMany });
    reply.raw.once('close', leave);
  });
}

function limitDirect(server: Server, limit: ConnectionLimit, proxies: Proxies): void {
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (proxies.isTrusted(remoteAddress)) return;
    const leave = limit.enter(remoteAddress ?? null);
    if (leave) {
      socket.once('close', leave);
      return;
    }
    socket.on('error', () => socket.destroy());
    const body = JSON.stringify({ message: tooMany });
    const head = `HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nConnection: close\r\nContent-Type: application/json`;
    socket.end(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`, () => socket.destroy());
  });
}
