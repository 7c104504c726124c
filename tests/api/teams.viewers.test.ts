import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { waitingFor } from '#tests/support/waiting.ts';

let running: Running;
let cast: Cast;
let vera: Person;
let ruleId: string;

beforeAll(async () => {
  // No one listens at port 9: what asks UniFi fails, after it was allowed.
  running = await startServer({ config: { unifiApiUrl: 'http://127.0.0.1:9' } });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  vera = await addMember(cast.alice, TeamRole.viewer, 'Vera');
  ruleId = (await rows().findOneOrFail(AlertRule, { team: cast.alice.teamId })).id;
});

const rows = () => running.app.orm.em.fork();
const sentence =
  'As a viewer, you can see everything in this team and acknowledge alerts, but not change anything else.';
const newRule = '{ name: "Mine", condition: device_offline }';

const mutations: [string, () => string][] = [
  ['createController', () => 'createController(input: { name: "x", apiKey: "y" }) { id }'],
  [
    'updateController',
    () => `updateController(id: "${cast.alice.controllerId}", input: { name: "x" }) { id }`,
  ],
  ['deleteController', () => `deleteController(id: "${cast.alice.controllerId}")`],
  ['testController', () => `testController(id: "${cast.alice.controllerId}") { success }`],
  ['connectSiteManager', () => 'connectSiteManager(input: { apiKey: "y" }) { id }'],
  ['createAlertRule', () => `createAlertRule(input: ${newRule}) { id }`],
  ['updateAlertRule', () => `updateAlertRule(id: "${ruleId}", input: { isActive: false }) { id }`],
  ['deleteAlertRule', () => `deleteAlertRule(id: "${ruleId}")`],
  ['testAlertRule', () => `testAlertRule(id: "${ruleId}") { success }`],
];

const calls: ['post' | 'put' | 'delete', () => string, object?][] = [
  ['post', () => '/api/controllers', { name: 'x', apiKey: 'y' }],
  ['put', () => `/api/controllers/${cast.alice.controllerId}`, { name: 'x' }],
  ['delete', () => `/api/controllers/${cast.alice.controllerId}`],
  ['post', () => `/api/controllers/${cast.alice.controllerId}/test`],
  ['post', () => '/api/unifi/connect', { apiKey: 'y' }],
  ['post', () => '/api/alert-rules', { name: 'Mine', condition: 'device_offline' }],
  ['put', () => `/api/alert-rules/${ruleId}`, { isActive: false }],
  ['delete', () => `/api/alert-rules/${ruleId}`],
  ['post', () => `/api/alert-rules/${ruleId}/test`],
];

const everything = async () =>
  JSON.stringify([await rows().find(Controller, {}), await rows().find(AlertRule, {})]);

describe('A viewer', () => {
  test('can see the team’s data', async () => {
    const asked = '{ controllers { id } alertRules { id } openAlertCount teamMembers { id } }';
    const seen = await as(vera).ask(asked);
    expect(seen.errors).toBeUndefined();
    expect(seen).toEqual(await as(cast.alice).ask(asked));
    expect((await rest(vera).get(`/api/controllers/${cast.alice.controllerId}/alerts`)).status).toBe(200);
  });

  test.each(mutations)('is refused %s, and nothing changes', async (_name, mutation) => {
    const before = await everything();
    const { errors } = await as(vera).ask(`mutation { ${mutation()} }`);
    expect(errors).toMatchObject([{ message: sentence, extensions: { code: 'UNAUTHORIZED' } }]);
    expect(await everything()).toBe(before);
  });

  test.each(calls)('is refused %s %s with 403 over REST', async (method, path, body) => {
    const before = await everything();
    const answer = await rest(vera)[method](path(), body);
    expect([answer.status, answer.body]).toEqual([403, { message: sentence }]);
    expect(await everything()).toBe(before);
  });

  test('sees which screens and actions are only for the owner', async () => {
    for (const asked of ['{ teamInvitations { id } }', 'mutation { removeMember(id: "x") }']) {
      const { errors } = await as(vera).ask(asked);
      expect(errors?.[0]?.message).toBe("Only the team's owner can do that.");
    }
  });

  test('can change everything in their own team', async () => {
    await as(vera).ask(`mutation { switchTeam(id: "${(await ownTeam(vera)).id}") }`);
    const { errors } = await as(vera).ask(`mutation { createAlertRule(input: ${newRule}) { id } }`);
    expect(errors).toBeUndefined();
  });
});

async function ownTeam(person: Person): Promise<{ id: string }> {
  return (await rows().findOneOrFail(Membership, { user: person.userId, role: TeamRole.owner })).team;
}

describe('A change in progress', () => {
  const changes: [string, () => string, string][] = [
    ['a rule', () => `createAlertRule(input: ${newRule}) { id }`, sentence],
    ['a controller', () => `deleteController(id: "${cast.alice.controllerId}")`, sentence],
    [
      'the name of the team',
      () => 'renameTeam(input: { name: "Late" }) { id }',
      "Only the team's owner can do that.",
    ],
  ];

  /** Holds the team's lock until the mutation waits for it, and changes the role meanwhile. */
  async function whileWaiting(
    person: Person,
    mutation: string,
    change: (em: ReturnType<typeof rows>) => Promise<unknown>,
  ) {
    const em = rows();
    let waiting!: ReturnType<ReturnType<typeof as>['ask']>;
    await em.transactional(async (tx) => {
      await lockTeam(tx, cast.alice.teamId);
      waiting = as(person).ask(`mutation { ${mutation} }`);
      await expect.poll(() => waitingFor(running)).toBeGreaterThan(0);
      await change(tx as ReturnType<typeof rows>);
    });
    return waiting;
  }

  test.each(changes)('to %s is decided by the new role', async (_what, mutation, says) => {
    const role = says === sentence ? TeamRole.viewer : TeamRole.member;
    const { errors } = await whileWaiting(cast.alice, mutation(), (tx) =>
      tx.nativeUpdate(Membership, { user: cast.alice.userId, team: cast.alice.teamId }, { role }),
    );
    expect(errors).toMatchObject([{ message: says, extensions: { code: 'UNAUTHORIZED' } }]);
    expect(await rows().count(Controller, {})).toBe(1);
    expect(await rows().count(AlertRule, { name: 'Mine' })).toBe(0);
  });

  test('by someone who is removed in the meantime is not made', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    const { errors } = await whileWaiting(mia, `deleteAlertRule(id: "${ruleId}")`, (tx) =>
      tx.nativeDelete(Membership, { user: mia.userId, team: cast.alice.teamId }),
    );
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(await rows().count(AlertRule, { id: ruleId })).toBe(1);
  });
});
