import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { cloudError, edgeError, networkError } from './answer.ts';
import type { Answer } from './answer.ts';
import type { FaultKind } from './faults.ts';

const html =
  '<!doctype html><html><head><title>UniFi</title></head><body><h1>Please stand by</h1></body></html>';

type StatusFault = Extract<FaultKind, { respond: number }>;

function send(res: ServerResponse, status: number, type: string, body: string | Buffer, headers = {}): void {
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers });
  res.end(body);
}

const json = 'application/json; charset=utf-8';

/** Sends an answer as it is. */
export function deliver(res: ServerResponse, { status, body, headers, gzipWithoutHeader }: Answer): void {
  const text = JSON.stringify(body);
  send(res, status, json, gzipWithoutHeader ? gzipSync(text) : text, headers);
}

/** Sends an answer through a fault. @param path As the Network application would report it. */
export function deliverFaulty(
  res: ServerResponse,
  answer: Answer,
  fault: FaultKind,
  path: string,
  now: number,
): void {
  if (typeof fault.respond === 'number') {
    return later(res, fault.ms ?? 0, () => deliver(res, errorOf(fault, path, now)));
  }
  if (typeof fault.respond === 'function')
    return deliver(res, { ...answer, body: fault.respond(answer.body) });
  const text = JSON.stringify(answer.body);
  switch (fault.respond) {
    case 'html':
      return send(res, ('status' in fault && fault.status) || 200, 'text/html', html);
    case 'text':
      return send(res, ('status' in fault && fault.status) || 200, 'text/plain', 'upstream connect error');
    case 'empty':
      return send(res, ('status' in fault && fault.status) || 200, json, '');
    case 'cutOff':
      res.writeHead(answer.status, { 'Content-Type': json, 'Content-Length': Buffer.byteLength(text) });
      res.write(text.slice(0, text.length / 2), () => res.socket?.resetAndDestroy());
      return;
    case 'reset':
      res.socket?.resetAndDestroy();
      return;
    case 'never':
      return;
    case 'gzip':
      return deliver(res, { ...answer, gzipWithoutHeader: true });
    case 'huge':
      return swell(res, text, ('bytes' in fault && fault.bytes) || 10_500_000);
    case 'slow':
      return later(res, 'ms' in fault ? fault.ms : 0, () => deliver(res, answer));
    case 'drip':
      res.writeHead(answer.status, { 'Content-Type': json });
      return drip(res, Buffer.from(text), 'ms' in fault ? fault.ms : 0);
    default:
      return deliver(res, answer);
  }
}

function errorOf(fault: StatusFault, path: string, now: number): Answer {
  const { respond: status, message } = fault;
  const shaped = {
    cloud: () => cloudError(status, message),
    network: () =>
      networkError(
        status,
        path.replace(/^.*(?=\/integration\/)/, ''),
        now,
        message === undefined ? {} : { message },
      ),
    edge: () => edgeError(status, message ?? 'Unauthorized'),
  };
  const answer = shaped[fault.shape ?? 'cloud']();
  const retryAfter = fault.retryAfter === undefined && status === 429 ? '5' : fault.retryAfter;
  return retryAfter ? { ...answer, headers: { 'Retry-After': retryAfter } } : answer;
}

/** The true answer as valid JSON, padded with blanks, its length not announced. */
function swell(res: ServerResponse, text: string, bytes: number): void {
  res.writeHead(200, { 'Content-Type': json });
  const blanks = ' '.repeat(65_536);
  let sent = 0;
  const pour = () => {
    while (sent < bytes && !res.destroyed) {
      sent += blanks.length;
      if (!res.write(blanks)) return void res.once('drain', pour);
    }
    res.end(text);
  };
  pour();
}

function later(res: ServerResponse, ms: number, act: () => void): void {
  const timer = setTimeout(act, ms);
  res.once('close', () => clearTimeout(timer));
}

function drip(res: ServerResponse, rest: Buffer, ms: number): void {
  if (rest.length === 0) return void res.end();
  res.write(rest.subarray(0, 1));
  later(res, ms, () => drip(res, rest.subarray(1), ms));
}
