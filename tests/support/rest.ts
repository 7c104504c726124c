import type { Visitor } from './people.ts';

export interface RestAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Any JSON; the test checks its shape. */
  body: never;
}

/** A person at the REST door. */
export const rest = (person: Visitor) => ({
  get: (path: string) => send(person, path),
  post: (path: string, body?: unknown) => send(person, path, { method: 'POST', ...json(body) }),
  put: (path: string, body?: unknown) => send(person, path, { method: 'PUT', ...json(body) }),
  delete: (path: string) => send(person, path, { method: 'DELETE' }),
  /** A request of any shape. */
  send: (path: string, request: RequestInit) => send(person, path, request),
});

/** Like the documented client, sends a content type only with a body. */
function json(body: unknown): RequestInit {
  if (body === undefined) return {};
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function send(
  { server, token }: Visitor,
  path: string,
  request: RequestInit = {},
): Promise<RestAnswer> {
  const headers = new Headers(request.headers);
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(`${server.url}${path}`, { redirect: 'manual', ...request, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = (isJson && text ? JSON.parse(text) : undefined) as never;
  return { status: response.status, headers: response.headers, text, body };
}
