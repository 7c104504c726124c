import { afterEach } from 'vitest';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { startUnifi, type UnifiOptions, type UnifiStandIn } from '#api/demo/unifi/unifi.ts';

/** Asking the stand-in over HTTP, as a stranger to its types would. */

/** The default site has the same UUID on every console. */
export const defaultSite = '88f7af54-98f8-306a-a1c7-c9349722b1f6';
export const noon = Date.parse('2027-03-01T12:00:00Z');

/** The stand-in of the running test. */
export let unifi: UnifiStandIn;
afterEach(() => unifi?.close());

/** Starts a small office unless told otherwise; it stops with the test. */
export async function start(options: Partial<UnifiOptions> = {}): Promise<void> {
  unifi = await startUnifi({ network: makeNetwork(), ...options });
}

type Body = ReturnType<typeof JSON.parse>;
export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

/** @param key Null: without one. */
export async function get(
  path: string,
  key: string | null = 'test-key',
  init: RequestInit = {},
): Promise<Answer> {
  const res = await fetch(unifi.url + path, { ...init, headers: key === null ? {} : { 'X-API-Key': key } });
  const text = await res.text();
  return { status: res.status, headers: res.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}

/** @param name Of the console. */
export const consolePath = (name: string, path: string, spelling = 'proxy/network') =>
  `/v1/connector/consoles/${encodeURIComponent(unifi.network.console(name).hostId)}/${spelling}/${path}`;
export const onConsole = (name: string, path: string, key = 'test-key') =>
  get(consolePath(name, `integration/v1/${path}`), key);
