import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { addMember } from '#tests/support/members.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let integration: string;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(async () => {
  await telling.begin();
  integration = await telling.webhook();
  rule = await telling.rule(['webhook']);
});
afterEach(() => telling.end());

const resend = (id: string) => rest(telling.alice).post(`/api/deliveries/${id}/resend`);

describe('Send now', () => {
  test('retries immediately, and ends the pause for everything that waits for it', async () => {
    telling.chat.behave('ops', 503);
    await telling.raise(rule);
    await telling.deliver();
    await telling.raise(rule, {}, 2);
    const [waiting] = await telling.log('?status=waiting');
    const [retrying] = await telling.log('?status=retrying');
    const { pausedUntil } = await telling.integration(integration);
    expect(waiting).toMatchObject({ pausedUntil, notBefore: null });
    expect(retrying).toMatchObject({ pausedUntil });
    telling.chat.behave('ops', null);
    expect(await resend(retrying!.id)).toMatchObject({ status: 200, body: { pausedUntil: null } });
    await telling.deliver();
    expect((await telling.log()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
  });

  test('only works for messages that wait for the end of a pause', async () => {
    telling.chat.behave('ops', 503);
    await telling.raise(rule);
    await telling.deliver();
    const [alert] = await telling.raise(rule);
    const [waiting] = await telling.log(`?alertId=${alert}`);
    expect((await resend(waiting!.id)).status).toBe(200);
    expect((await resend(waiting!.id)).status).toBe(409);
  });

  test('can be requested only once in a document, which can’t cause a hundred calls to another server', async () => {
    const again = 'resendDelivery(id: $id) { id }';
    const document = `mutation ($id: ID!) { a: ${again} b: ${again} }`;
    const { errors } = await as(telling.alice).ask(document, { id: crypto.randomUUID() });
    expect(errors?.[0]?.message).toBe('"resendDelivery" may be used only once in a document');
  });

  test('does not send a recovery that has not lasted long enough', async () => {
    const alerts = await telling.raise(rule);
    await telling.deliver();
    telling.chat.behave('ops', 503);
    await telling.raise(rule);
    await telling.deliver();
    await telling.resolve(alerts);
    const [recovery] = await telling.log(`?alertId=${alerts[0]}&status=waiting`);
    expect((await resend(recovery!.id)).body).toMatchObject({ notBefore: recovery!.notBefore });
  });

  test('also happens when a test succeeds', async () => {
    telling.chat.behave('ops', 503);
    await telling.raise(rule, {}, 2);
    await telling.deliver();
    telling.chat.behave('ops', null);
    const { body } = await rest(telling.alice).post(`/api/integrations/${integration}/test`);
    expect(body).toMatchObject({ success: true });
    expect(await telling.integration(integration)).toMatchObject({ pausedUntil: null });
    await telling.deliver();
    expect((await telling.log()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});

describe('Resend', () => {
  test('works for failed deliveries only, not for sent or skipped ones', async () => {
    await telling.raise(await telling.rule(['webhook', 'slack']));
    await telling.deliver();
    for (const { id } of await telling.log()) {
      const { status, body } = await resend(id);
      expect([status, body]).toEqual([409, { message: 'Only failed messages can be resent' }]);
    }
  });

  test('requested twice at once sends once', async () => {
    await telling.raise(rule);
    await telling.rows(`update delivery set status = 'failed'`);
    const [failed] = await telling.log();
    const answers = await Promise.all([resend(failed!.id), resend(failed!.id), resend(failed!.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await telling.deliver();
    expect(telling.posts()).toHaveLength(1);
  });

  test('says when a channel is missing or turned off', async () => {
    await telling.raise(rule);
    await telling.rows(`update delivery set status = 'failed'`);
    const [failed] = await telling.log();
    await rest(telling.alice).put(`/api/integrations/${integration}`, { isActive: false });
    expect((await resend(failed!.id)).body).toEqual({
      message: 'The webhook is turned off. Save it under Integrations first.',
    });
    await rest(telling.alice).delete(`/api/integrations/${integration}`);
    expect((await resend(failed!.id)).body).toEqual({
      message: 'The webhook is no longer set up. Set it up under Integrations first.',
    });
  });

  test('is not available to viewers', async () => {
    await telling.raise(rule);
    await telling.rows(`update delivery set status = 'failed'`);
    const [failed] = await telling.log();
    const vera = await addMember(telling.alice, TeamRole.viewer, 'Vera');
    expect((await rest(vera).post(`/api/deliveries/${failed!.id}/resend`)).status).toBe(403);
  });
});
