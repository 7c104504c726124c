import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const right = { name: 'Gateways', condition: 'device_offline' };
const create = (body: unknown) => rest(cast.alice).post('/api/alert-rules', body);
const send = (body: string, type = 'application/json', path = '/api/alert-rules') =>
  rest(cast.alice).send(path, { method: 'POST', headers: { 'content-type': type }, body });
async function rules(): Promise<{ id: string; name: string }[]> {
  return (await rest(cast.alice).get('/api/alert-rules')).body;
}

describe('An old client', () => {
  test.each([
    [
      'numbers and switches as text',
      { duration: '10', haloPriority: '3', isActive: 'false' },
      { duration: 10, haloPriority: 3, isActive: false },
    ],
    [
      'empty boxes',
      { duration: '', haloClientId: '', threshold: '', siteId: '' },
      { duration: 5, haloClientId: null, threshold: null, siteId: null },
    ],
    [
      'null for what is optional',
      { controllerId: null, siteId: null, threshold: null, haloClientId: null, haloClientName: null },
      { controllerId: null, siteId: null, threshold: null },
    ],
    [
      'null for what has a default',
      { duration: null, channels: null, haloSeverityLevels: null, haloPriority: null },
      { duration: 5, channels: [], haloSeverityLevels: ['critical'], haloPriority: 2 },
    ],
    ["'all' for every controller", { controllerId: 'all' }, { controllerId: null }],
    ['one channel without a list', { channels: 'email' }, { channels: ['email'] }],
    ['keys nobody knows', { color: 'red', nested: { deep: [1] } }, { name: 'Gateways' }],
  ])('may send %s', async (_what, fields, expected) => {
    const { status, body } = await create({ ...right, ...fields });
    expect({ status, body }).toMatchObject({ status: 200, body: expected });
  });

  test('can apply a rule to all controllers only by sending a whole rule without a controller', async () => {
    const controllerId = await addController(cast.alice);
    const { id } = (await create({ ...right, controllerId })).body;
    const change = (body: unknown) => rest(cast.alice).put(`/api/alert-rules/${id}`, body);
    expect((await change({ isActive: false })).body).toMatchObject({ controllerId, isActive: false });
    expect((await change({ ...right, duration: 3 })).body).toMatchObject({ controllerId: null, duration: 3 });
  });

  test('may send a content type without a body', async () => {
    const [rule] = await rules();
    const answer = await send('', 'application/json', `/api/alert-rules/${rule?.id}/test`);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect((await send('')).body).toMatchObject({ message: 'Rule name is required' });
  });

  test('may end a path with a slash', async () => {
    expect((await rest(cast.alice).get('/api/alert-rules/')).status).toBe(200);
    expect((await rest(cast.alice).get('/api/auth/user/')).status).toBe(200);
  });

  test('may send form-encoded bodies', async () => {
    const form = (body: string, path?: string) => send(body, 'application/x-www-form-urlencoded', path);
    const made = await form(
      'name=Gateways&condition=device_offline&duration=7&isActive=on&channels=email&channels=slack&haloClientId=',
    );
    expect(made).toMatchObject({
      status: 200,
      body: { duration: 7, isActive: true, channels: ['email', 'slack'], haloClientId: null },
    });
    const listed = await form('name=One&condition=device_offline&channels[]=email');
    expect(listed.body).toMatchObject({ channels: ['email'] });
    const message = {
      name: 'Zoë & Søn',
      email: 'zoe@netlantern.test',
      subject: 'Two+two',
      message: 'Is 100 % enough?',
    };
    const sent = await form(new URLSearchParams(message).toString(), '/api/contact/submit');
    expect(sent.status).toBe(200);
    expect(await form('', '/api/contact/submit')).toMatchObject({ status: 400 });
    expect(await form('__proto__=a&constructor=b&name=c&condition=device_offline')).toMatchObject({
      status: 200,
    });
  });

  test('may send HEAD requests', async () => {
    const head = await rest(cast.vic).send('/api/branding', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('cache-control')).toBe('public, max-age=300');
    expect((await rest(cast.vic).send('/api/controllers/', { method: 'HEAD' })).status).toBe(401);
  });

  test('may send a charset, and capitals', async () => {
    expect((await send(JSON.stringify(right), 'Application/JSON; charset=UTF-8')).status).toBe(200);
  });
});

describe('A field that a body may not set', () => {
  const stolen = () => ({
    id: '00000000-0000-4000-8000-000000000000',
    team: cast.bob.teamId,
    teamId: cast.bob.teamId,
    createdAt: '2001-01-01T00:00:00Z',
    role: 'super_admin',
    userId: cast.bob.userId,
  });

  test('is ignored when a rule is created or changed', async () => {
    const made = (await create({ ...right, ...stolen() })).body as { id: string; createdAt: string };
    expect(made.id).not.toBe(stolen().id);
    expect(made.createdAt).not.toMatch(/^2001/);
    const changed = await rest(cast.alice).put(`/api/alert-rules/${made.id}`, { ...stolen(), name: 'Mine' });
    expect(changed.body).toMatchObject({ id: made.id, name: 'Mine', createdAt: made.createdAt });
    expect((await rules()).map(({ id }) => id)).toContain(made.id);
    expect((await rest(cast.bob).get('/api/alert-rules')).text).not.toContain(made.id);
  });

  test('is ignored when a controller is renamed', async () => {
    const path = `/api/controllers/${cast.alice.controllerId}`;
    const more = {
      status: 'error',
      apiKeyTail: 'xxxx',
      pollSeconds: 1,
      capabilities: [{}],
      url: 'http://evil',
    };
    const { body } = await rest(cast.alice).put(path, { ...stolen(), ...more, name: 'Renamed' });
    expect(body).toMatchObject({
      id: cast.alice.controllerId,
      name: 'Renamed',
      status: 'online',
      apiKeyTail: '7777',
    });
    expect((await rest(cast.bob).get('/api/controllers')).body).toEqual([]);
  });

  test('is ignored on signing in', async () => {
    const credentials = { email: cast.bob.email, password: 'Correct-Horse-9!' };
    const { body } = await rest(cast.vic).post('/api/auth/login', {
      ...credentials,
      role: 'admin',
      user: stolen(),
    });
    expect(body).toMatchObject({ user: { role: 'user', id: cast.bob.userId } });
  });

  test.each([
    '{"name":"a","condition":"device_offline","__proto__":{"isActive":false}}',
    '{"name":"a","condition":"device_offline","constructor":{"prototype":{"isActive":false}}}',
  ])('is refused if it could change a prototype: %s', async (body) => {
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { message: 'The request is malformed' },
    });
    expect(({} as Record<string, unknown>)['isActive']).toBeUndefined();
  });

  test('has its last value if it is sent twice', async () => {
    const { body } = await send(
      '{"name":"First","condition":"port_down","name":"Last","condition":"device_offline"}',
    );
    expect(body).toMatchObject({ name: 'Last', condition: 'device_offline' });
  });
});

describe('An invalid body', () => {
  test.each([
    ['a list', '[]', 400, 'Rule name is required'],
    ['a list of objects', '[{"name":"a"}]', 400, 'Rule name is required'],
    ['a text', '"name"', 400, 'Rule name is required'],
    ['null', 'null', 400, 'Rule name is required'],
    ['cut off', '{"name":"a', 400, 'The request is malformed'],
    [
      'ten megabytes',
      JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) }),
      413,
      'The request is too large',
    ],
  ])('gets a JSON error: %s', async (_what, body, status, message) => {
    expect(await send(body)).toMatchObject({ status, body: { message } });
  });

  test.each(['multipart/form-data; boundary=x', 'application/xml', 'nonsense'])(
    'gets a JSON error: %s',
    async (type) => {
      const message = 'Send the request as application/json';
      expect(await send('name=a', type)).toMatchObject({ status: 415, body: { message } });
    },
  );

  test('as plain text creates nothing', async () => {
    const before = await rules();
    const answer = await send(JSON.stringify(right), 'text/plain');
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).toHaveProperty('message');
    expect(await rules()).toEqual(before);
  });

  test.each(['/api/%zz', '/api/alert-rules/%E0%A4%A', '/api/alert-rules?x=%zz'])(
    'and an invalid URL cause no server error: %s',
    async (path) => {
      const { status, headers, body } = await rest(cast.alice).send(path, {
        headers: { accept: 'text/html' },
      });
      expect(status).toBeLessThan(500);
      expect(headers.get('content-type')).toContain('application/json');
      if (status !== 200) expect(body).toHaveProperty('message');
    },
  );

  test('and an unknown method get a JSON error with the allowed methods', async () => {
    for (const [method, path, allow] of [
      ['PATCH', '/api/alert-rules', 'GET, HEAD, POST'],
      ['DELETE', '/api/alert-rules/', 'GET, HEAD, POST'],
      ['OPTIONS', '/api/alert-rules/any', 'DELETE, PUT'],
      ['GET', '/api/admin/seo/image', 'POST'],
      ['GET', '/api/create-subscription', 'POST'],
      ['PUT', '/graphql', 'GET, HEAD, POST'],
      ['DELETE', '/graphql/stream/', 'GET, HEAD, POST'],
      ['POST', '/schema.graphql', 'GET, HEAD'],
      ['POST', '/api/docs', 'GET, HEAD'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['POST', '/readyz', 'GET, HEAD'],
      ['DELETE', '/robots.txt', 'GET, HEAD'],
      ['PUT', '/sitemap.xml', 'GET, HEAD'],
    ] as const) {
      const answer = await rest(cast.alice).send(path, { method, headers: { accept: 'text/html' } });
      expect(answer, path).toMatchObject({
        status: 405,
        body: { message: `Use ${allow.replaceAll(', ', ' or ')} here` },
      });
      expect(answer.headers.get('allow')).toBe(allow);
    }
    const unknown = await rest(cast.alice).send('/api/alert-rules/a/b', { method: 'PATCH' });
    expect(unknown).toMatchObject({ status: 404, body: { message: 'Not found' } });
  });
});
