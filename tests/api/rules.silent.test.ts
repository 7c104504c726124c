import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
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

const create = (fields: object) =>
  rest(cast.alice).post('/api/alert-rules', { condition: 'device_offline', ...fields });
const tell = (channel: string, person: Person = cast.alice) =>
  as(person).ask(
    'mutation($channel: NotificationChannel!) { addChannelToSilentRules(channel: $channel) { name channels } }',
    { channel },
  );
const rules = async (person: Person = cast.alice) => {
  const all = (await rest(person).get('/api/alert-rules')).body as AlertRule[];
  return Object.fromEntries(all.map(({ name, channels }) => [name, channels]));
};

const setUp = (type: string, config: object) =>
  rest(cast.alice).post('/api/integrations', { type, config: { enabled: true, ...config }, isActive: true });

describe('Rules that notify no one', () => {
  test('can be given a channel together, without changing other rules', async () => {
    await setUp('email', { recipients: 'noc@example.test' });
    await create({ name: 'Chat', channels: ['email'] });
    await create({ name: 'Not set up', channels: ['teams'] });
    await create({ name: 'Tickets', haloEnabled: true });
    await create({ name: 'Off', isActive: false });
    const { data } = await tell('email');
    expect(data?.['addChannelToSilentRules']).toEqual([
      { name: 'Device offline', channels: ['email'] },
      { name: 'Not set up', channels: ['teams', 'email'] },
      { name: 'Off', channels: ['email'] },
    ]);
    const now = {
      'Device offline': ['email'],
      Chat: ['email'],
      'Not set up': ['teams', 'email'],
      Tickets: [],
      Off: ['email'],
    };
    expect(await rules()).toEqual(now);
    expect(await tell('webhook')).toEqual({ data: { addChannelToSilentRules: [] } });
    expect(await rules()).toEqual(now);
    expect(await rules(cast.bob)).toEqual({ 'Device offline': [] });
  });

  test('are given one channel when two people do so at once', async () => {
    await setUp('email', { recipients: 'noc@example.test' });
    await setUp('slack', { webhookUrl: 'https://hooks.slack.com/services/T0/B0/abc' });
    await Promise.all([tell('email'), tell('slack')]);
    expect((await rules())['Device offline']).toHaveLength(1);
  });

  test('are not changed by a viewer or with an unknown channel', async () => {
    const viewer = await addMember(cast.alice, TeamRole.viewer);
    expect(await tell('email', viewer)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHORIZED' } }] });
    expect(await tell('fax')).toHaveProperty('errors');
    expect(await rules()).toEqual({ 'Device offline': [] });
  });
});
