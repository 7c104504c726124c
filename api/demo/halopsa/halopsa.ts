import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  jsonText,
  ticketRecord,
  ticketRow,
  HalopsaAuth,
  HalopsaFaults,
  type HalopsaMisbehavior,
  listOf,
  paged,
} from './answer.ts';
import { ticketsPage, HalopsaRefusal, HalopsaTickets, type HalopsaTicketRow } from './tickets.ts';
import { smallProvider, type HalopsaWorld } from './world.ts';

export interface HalopsaRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  at: number;
}

export interface HalopsaStandIn {
  /** Root URL, which links to tickets use too. */
  url: string;
  authServer: string;
  resourceServer: string;
  tenant: string | null;
  clientId: string;
  clientSecret: string;
  /** The tenant's lists. Tests change them like an administrator would. */
  world: HalopsaWorld;
  auth: HalopsaAuth;
  faults: HalopsaFaults;
  /** Requests allowed in a sliding window. */
  limit: { requests: number; windowMs: number };
  tickets: HalopsaTicketRow[];
  /** Requests, oldest first, limited to the latest `kept`. */
  requests: HalopsaRequest[];
  /** Maximum concurrent writes so far. Its numbering tolerates one. */
  mostWrites(): number;
  /** Simulates a person closing it in HaloPSA. */
  closeTicket(id: number): void;
  deleteTicket(id: number): void;
  /** Stops the server. */
  close(): Promise<void>;
}

interface Options {
  port?: number;
  host?: string;
  tenant?: string | null;
  /** Number of its first ticket. */
  firstTicket?: number;
}

interface Reply {
  status: number;
  type?: string;
  headers?: Record<string, string>;
  body: string;
}

/** Requests kept, more than its rate limit allows in one window. */
const kept = 20_000;

/** A stand-in for HaloPSA that behaves as the real service was observed to, including its quirks. */
export async function startHalopsa({
  port = 0,
  host = '127.0.0.1',
  tenant = 'lantern',
  firstTicket = 1000,
}: Options = {}): Promise<HalopsaStandIn> {
  const world = smallProvider();
  const tickets = new HalopsaTickets(world, firstTicket);
  const faults = new HalopsaFaults();
  const settings = {
    tenant,
    clientId: '6f1e2d3c-demo-4000-8000-000000000001',
    clientSecret: 'demo-halo-secret',
  };
  const auth = new HalopsaAuth(settings);
  const requests: HalopsaRequest[] = [];
  const limit = { requests: 300, windowMs: 300_000 };
  const writes = { now: 0, most: 0 };
  let url = '';

  const server = createServer((request, response) => {
    // A client that aborted its request isn't our failure.
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  url = `http://${host}:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isWrite = request.method === 'POST' && request.url?.startsWith('/api/');
    if (isWrite) writes.most = Math.max(writes.most, ++writes.now);
    if (faults.latencyMs > 0) await sleep(faults.latencyMs);
    await react(request, response).finally(() => isWrite && writes.now--);
  }

  async function react(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://halo');
    const { method = 'GET', headers } = request;
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const asked = { method, path, query, body, at: Date.now() };
    requests.push(asked);
    if (requests.length > kept) requests.splice(0, requests.length - kept);
    const misdeed = faults.strike(method, path);
    if (misdeed === 'drop') return void response.destroy();
    if (typeof misdeed === 'object') return send(response, instead(misdeed));
    const reply = answer(asked, headers);
    if (misdeed === 'doThenDrop') return void response.destroy();
    if (misdeed === 'doThenFail') return send(response, { status: 500, body: 'An error has occurred.' });
    send(response, misdeed === 'doThenEmpty' ? { status: 200, body: '' } : reply);
  }

  function answer(asked: HalopsaRequest, headers: IncomingMessage['headers']): Reply {
    const { path, query, body } = asked;
    if (path === '/auth/token') return auth.answer(query, headers['content-type'], body);
    if (path === '/api/authinfo') return json(200, { auth_url: `${url}/auth`, tenant_id: tenant ?? '' });
    if (path === '/tickets') return visited(asked, headers);
    if (!path.startsWith('/api/')) return page(404, '<html><h1>404</h1></html>');
    if (isTooMuch(asked)) return tooMuch();
    const scopes = auth.scopesOf(headers.authorization);
    if (!scopes) return { status: 401, body: '' };
    const [resource = '', id] = path.slice('/api/'.length).split('/');
    if (!scopes.includes(scopeFor(resource, asked.method))) return { status: 403, body: '' };
    try {
      return done(resource, id, asked);
    } catch (error) {
      // The service responds to unexpected input with a bare 500.
      return error instanceof HalopsaRefusal ? json(error.status, error.body) : { status: 500, body: '' };
    }
  }

  /** A person's actions on a ticket's page. Other sites' pages can't trigger them. */
  function visited({ method, query, body }: HalopsaRequest, headers: IncomingMessage['headers']): Reply {
    const id = Number(query.get('id'));
    if (method !== 'POST') return page(200, ticketsPage(tickets.all, world, id));
    const ticket = tickets.find(id);
    const deed = new URLSearchParams(body).get('deed');
    if (!ticket || URL.parse(headers.origin ?? '')?.host !== headers.host)
      return page(403, '<html><h1>403</h1></html>');
    if (deed === 'close') tickets.close(ticket);
    if (deed === 'reopen') tickets.reopen(ticket);
    return { status: 303, headers: { location: `/tickets?id=${id}` }, body: '' };
  }

  function done(resource: string, id: string | undefined, asked: HalopsaRequest): Reply {
    if (asked.method === 'POST') return written(resource, asked.body);
    if (resource === 'Actions')
      return asked.query.get('ticket_id') ? json(200, { actions: [] }) : { status: 500, body: '' };
    if (resource !== 'Tickets') {
      const list = listOf(resource, asked.query, world, faults);
      return list === undefined || id ? page(404, '<html><h1>404</h1></html>') : json(200, list);
    }
    if (id !== undefined) {
      const ticket = tickets.find(Number(id));
      return ticket ? json(200, ticketRecord(ticket, faults)) : { status: 404, body: '' };
    }
    const query = faults.ignoresFilters ? new URLSearchParams() : asked.query;
    const rows = tickets.search(query).map((ticket) => ticketRow(ticket, faults));
    return json(200, paged('tickets', rows, asked.query, faults));
  }

  function written(resource: string, text: string): Reply {
    const body: unknown = parsed(text);
    if (resource === 'Actions') return json(201, tickets.note(body));
    if (resource !== 'Tickets') return page(404, '<html><h1>404</h1></html>');
    const record = ticketRecord(tickets.post(body, text), faults);
    return faults.answersWithList ? json(200, [record]) : json(201, record);
  }

  function isTooMuch({ at }: HalopsaRequest): boolean {
    const counted = requests.filter((one) => one.path.startsWith('/api/') && one.at > at - limit.windowMs);
    return counted.length > limit.requests;
  }

  function tooMuch(): Reply {
    const body = `Rate Limit Reached - ${limit.requests} Requests per rolling 5 minute window.`;
    return { status: 429, body, ...(faults.saysRetryAfter && { headers: { 'retry-after': '30' } }) };
  }

  const json = (status: number, value: unknown): Reply => ({
    status,
    type: 'application/json; charset=utf-8',
    body: jsonText(value, faults),
  });

  return {
    url,
    authServer: `${url}/auth`,
    resourceServer: `${url}/api`,
    ...settings,
    world,
    auth,
    faults,
    limit,
    tickets: tickets.all,
    requests,
    mostWrites: () => writes.most,
    closeTicket(id) {
      const ticket = tickets.find(id);
      if (ticket) tickets.close(ticket);
    },
    deleteTicket(id) {
      tickets.all.splice(0, tickets.all.length, ...tickets.all.filter((ticket) => ticket.id !== id));
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function send(response: ServerResponse, { status, type = 'text/plain', headers = {}, body }: Reply): void {
  response.writeHead(status, { ...(body && { 'content-type': type }), ...headers }).end(body);
}

function instead({ status, headers, body }: Exclude<HalopsaMisbehavior, string>): Reply {
  if (body === undefined) return { status, headers, body: '' };
  const isHtml = typeof body === 'string' && body.startsWith('<');
  return {
    status,
    headers,
    type: isHtml ? 'text/html' : 'application/json',
    body: isHtml ? body : JSON.stringify(body),
  };
}

function page(status: number, body: string): Reply {
  return { status, type: 'text/html; charset=utf-8', body };
}

function scopeFor(resource: string, method: string): string {
  if (resource === 'Client' || resource === 'Site') return 'read:customers';
  return method === 'POST' ? 'edit:tickets' : 'read:tickets';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HalopsaRefusal(400, { Message: 'The body is not JSON' });
  }
}
