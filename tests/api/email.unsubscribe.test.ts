import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { configOf } from '#api/features/integrations/config.store.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { unsubscribeUrl } from '#api/features/notifications/links/links.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

// Long enough for the longest address there is.
const longest = `${'n'.repeat(64)}@${`${'c'.repeat(60)}.`.repeat(3)}test`;
const recipients = ['noc@customer.test', 'alice@netlantern.test', longest];
const oneClick = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

let running: Running;
let cast: Cast;
let channelId: string;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  const { body } = await rest(cast.alice).post('/api/integrations', {
    type: 'email',
    config: { recipients, enabled: true },
  });
  channelId = (body as { id: string }).id;
});

const pathFor = (address: string, id = cast.alice.teamId) =>
  new URL(unsubscribeUrl(running.app.config, id, address)).pathname;
const tokenFor = (address: string, id?: string) => pathFor(address, id).split('/').at(-1)!;
const post = (path: string, request: RequestInit = oneClick) => fetch(running.url + path, request);
const unsubscribed = async () => {
  const em = running.app.orm.em.fork();
  return (await configOf(em, await em.findOneOrFail(Integration, { id: channelId }))).unsubscribed ?? [];
};

describe('Unsubscribing from alert emails', () => {
  test.each([recipients[0]!, longest])('works with one click in a mail program: %s', async (address) => {
    expect((await post(pathFor(address))).status).toBe(200);
    expect(await unsubscribed()).toEqual([address]);
  });

  test('is reported to the owner of the team, and recorded, once', async () => {
    await Promise.all([post(pathFor('noc@customer.test')), post(pathFor('NOC@customer.test'))]);
    const [mail, ...others] = await mailsTo(running, cast.alice.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('noc@customer.test no longer receives alert emails');
    const entries = await running.app.orm.em.fork().find(AuditEntry, { action: 'integration.unsubscribe' });
    expect(entries).toMatchObject([{ actor: 'noc@customer.test', subjectId: channelId }]);
  });

  test('is visible to the team, whose list of recipients doesn’t change', async () => {
    await post(pathFor('noc@customer.test'));
    const { body } = await rest(cast.alice).get('/api/integrations');
    expect(body).toMatchObject([{ config: { recipients, unsubscribed: ['noc@customer.test'] } }]);
  });

  test('works as a form with the other content type', async () => {
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await post(pathFor('noc@customer.test'), { method: 'POST', body: form })).status).toBe(200);
    expect(await unsubscribed()).toEqual(['noc@customer.test']);
  });

  test.each([
    { method: 'GET', redirect: 'manual' as const },
    { method: 'HEAD', redirect: 'manual' as const },
    { method: 'POST', body: '' },
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
  ])('is not triggered by a request that isn’t a click: %j', async (request) => {
    const answer = await post(pathFor('noc@customer.test'), request);
    expect(await unsubscribed()).toEqual([]);
    if (request.method === 'GET')
      expect(answer.headers.get('location')).toBe(`/unsubscribe?token=${tokenFor('noc@customer.test')}`);
  });

  test('asks people for confirmation on our page first', async () => {
    const token = tokenFor('noc@customer.test');
    const query =
      'query($token: String!) { unsubscribeLink(token: $token) { address teamName unsubscribed } }';
    const { data } = await as(cast.vic).ask(query, { token });
    expect(data?.['unsubscribeLink']).toMatchObject({ address: 'noc@customer.test', unsubscribed: false });
    expect(await unsubscribed()).toEqual([]);
    const mutation = 'mutation($token: String!) { unsubscribeByLink(token: $token) { unsubscribed } }';
    await as(cast.vic).ask(mutation, { token });
    expect(await unsubscribed()).toEqual(['noc@customer.test']);
  });

  test('does not work for an unknown address or team, or with a forged link', async () => {
    const [body, signature = ''] = tokenFor('noc@customer.test').split('.');
    const wrong = [
      pathFor('stranger@customer.test'),
      pathFor('noc@customer.test', '5f0c2b7e-0000-4000-8000-000000000000'),
      pathFor('noc@customer.test', 'nonsense'),
      pathFor('noc@customer.test', cast.bob.teamId),
      `/hooks/unsubscribe/${body}.${signature.slice(1)}`,
      '/hooks/unsubscribe/nonsense',
    ];
    const answers = await Promise.all(wrong.map((path) => post(path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await unsubscribed()).toEqual([]);
  });

  test('leaves no link in the log', async () => {
    running.logged.length = 0;
    await post(pathFor('noc@customer.test'));
    expect(running.logged.join()).not.toContain(tokenFor('noc@customer.test'));
  });

  test('has no address in its link', () => {
    const [body = ''] = tokenFor('noc@customer.test').split('.');
    expect(Buffer.from(body, 'base64url').toString()).not.toContain('noc');
  });
});

describe('An address that unsubscribed', () => {
  const again = (path: string) =>
    as(cast.vic).ask('mutation($token: String!) { subscribeByLink(token: $token) { unsubscribed } }', {
      token: path.split('/').at(-1)!,
    });
  const shown = async () => {
    const { body } = await rest(cast.alice).get('/api/integrations');
    return (body as { config: { unsubscribed?: string[] } }[]).map(({ config }) => config.unsubscribed ?? []);
  };
  const save = (config: object) => rest(cast.alice).post('/api/integrations', { type: 'email', config });

  test('stays unsubscribed when it is removed and added again, and when the channel is created again', async () => {
    await post(pathFor('noc@customer.test'));
    await save({ recipients: ['alice@netlantern.test'] });
    expect(await shown()).toEqual([[]]);
    await save({ recipients });
    expect(await shown()).toEqual([['noc@customer.test']]);
    await rest(cast.alice).delete(`/api/integrations/${channelId}`);
    await save({ recipients: ['NOC@customer.test'], unsubscribed: [] });
    expect(await shown()).toEqual([['noc@customer.test']]);
  });

  test('from one team still gets alerts of another', async () => {
    await post(pathFor('noc@customer.test'));
    const { body } = await rest(cast.bob).post('/api/integrations', {
      type: 'email',
      config: { recipients },
    });
    expect((body as { config: object }).config).not.toHaveProperty('unsubscribed');
  });

  test('can resubscribe with its own link, which is recorded, and unsubscribe again', async () => {
    const path = pathFor('noc@customer.test');
    await post(path);
    expect(await Promise.all([again(path), again(path)])).toMatchObject([
      { data: { subscribeByLink: { unsubscribed: false } } },
      { data: { subscribeByLink: { unsubscribed: false } } },
    ]);
    expect(await shown()).toEqual([[]]);
    const written = { action: 'integration.subscribe' };
    expect(await running.app.orm.em.fork().find(AuditEntry, written)).toMatchObject([
      { actor: 'noc@customer.test' },
    ]);
    await post(path);
    expect(await shown()).toEqual([['noc@customer.test']]);
  });

  test('cannot resubscribe endlessly, since each time emails the owner; unsubscribing always works', async () => {
    const path = pathFor('noc@customer.test');
    for (let round = 0; round < 5; round++) {
      await post(path);
      await again(path);
    }
    expect((await post(path)).status).toBe(200);
    expect(await again(path)).toMatchObject({ errors: [{ extensions: { code: 'TOO_MANY' } }] });
    expect(await shown()).toEqual([['noc@customer.test']]);
  });

  test('can’t be resubscribed with a forged link', async () => {
    const path = pathFor('noc@customer.test');
    await post(path);
    expect(await again(path.slice(0, -1))).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    expect(await shown()).toEqual([['noc@customer.test']]);
  });

  test('that belongs to a member resubscribes in their own settings, for their current team', async () => {
    const asked = (person = cast.alice) => as(person).ask('{ unsubscribedFromAlertEmails }');
    expect(await asked()).toEqual({ data: { unsubscribedFromAlertEmails: false } });
    await post(pathFor('alice@netlantern.test'));
    expect(await asked()).toEqual({ data: { unsubscribedFromAlertEmails: true } });
    const lift = (person: Person) => as(person).ask('mutation { subscribeToAlertEmails }');
    expect(await lift(cast.bob)).toEqual({ data: { subscribeToAlertEmails: false } });
    expect(await shown()).toEqual([['alice@netlantern.test']]);
    expect(await lift(cast.alice)).toEqual({ data: { subscribeToAlertEmails: true } });
    expect(await asked()).toEqual({ data: { unsubscribedFromAlertEmails: false } });
    expect(await shown()).toEqual([[]]);
  });
});
