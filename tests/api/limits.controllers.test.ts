import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addJob } from '#api/jobs/queue.ts';
import { claimDue } from '#api/features/watch/claim.store.ts';
import { poll } from '#api/features/watch/poll.service.ts';
import { TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { as } from '#tests/support/as.ts';
import { withToken } from '#tests/support/crowd.ts';
import { addPriceList, give, limitPackage } from '#tests/support/limits.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds } from '#tests/support/rounds.ts';

const professional = 'Your Professional Plan allows 5 controllers. Provider Plan allows more.';

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

beforeEach(async () => {
  await rounds.begin();
  await addPriceList(rounds.running);
});
afterEach(() => rounds.end());

const plan = (name: string | null) => give(rounds.running, rounds.alice.teamId, name);
const create =
  'mutation($name: String!, $apiKey: String!) { createController(input: { name: $name, apiKey: $apiKey }) { id } }';
const input = { name: 'Office', apiKey: 'test-key' };
const addMany = async (count: number) => {
  for (let n = 1; n <= count; n++) {
    rounds.at(n - 60);
    await rounds.addController('test-key', `Office ${n}`);
  }
  rounds.at(0);
};
const beyond = () =>
  rounds
    .rows<{ name: string }>('select name from controller where over_limit order by created_at, id')
    .then((rows) => rows.map(({ name }) => name));

describe("At the package's limit of controllers", () => {
  test('exactly five of fifty that are added at once through GraphQL and REST are created', async () => {
    await plan('Professional Plan');
    const program = await withToken(rounds.alice, TokenScope.manage);
    const doors = [
      () =>
        as(rounds.alice)
          .ask(create, input)
          .then(({ errors }) => errors?.[0]?.message),
      () => rest(rounds.alice).post('/api/controllers', input).then(said),
      () => rest(program).post('/api/controllers', input).then(said),
      () => rest(rounds.alice).post('/api/unifi/connect', { apiKey: 'test-key' }).then(said),
      () =>
        as(program)
          .ask(create, input)
          .then(({ errors }) => errors?.[0]?.message),
    ];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => doors[n % doors.length]!()));
    expect(answers.filter((answer) => answer === undefined).length).toBeLessThanOrEqual(5);
    expect(answers).toContain(professional);
    // A busy machine may answer some too late, and even those that had room. What they still do ends within their deadline.
    const count = async () => (await rounds.rows('select from controller')).length;
    while ((await count()) < 5) await doors[0]!();
    expect(await doors[0]!()).toBe(professional);
    expect(await count()).toBe(5);
  });

  test('the error names the limit and a package that would help', async () => {
    await plan('Starter Plan');
    await rounds.addController();
    const { errors } = await as(rounds.alice).ask(create, input);
    expect(errors?.[0]).toMatchObject({
      message: 'Your Starter Plan allows 1 controller. Professional Plan allows more.',
      extensions: {
        code: 'UNAUTHORIZED',
        reason: 'plan_limit',
        limit: 'controllers',
        allowed: 1,
        betterPackage: 'Professional Plan',
      },
    });
    const { status, body } = await rest(rounds.alice).post('/api/controllers', input);
    const { code, outcome, ...more } = errors![0]!.extensions as Record<string, unknown>;
    expect([code, outcome]).toEqual(['UNAUTHORIZED', 'refused']);
    expect({ status, body }).toEqual({ status: 403, body: { message: errors![0]!.message, ...more } });
  });

  test('UniFi is not called', async () => {
    await plan('Starter Plan');
    await rounds.addController();
    const asked = rounds.unifi.requests.length;
    const answer = await rest(rounds.alice).post('/api/controllers', { name: 'Wrong', apiKey: 'unknown' });
    expect(answer.status).toBe(403);
    expect(rounds.unifi.requests).toHaveLength(asked);
  });

  test('no better package is named if none is on sale', async () => {
    await limitPackage(rounds.running, 'Provider Plan', { isActive: false });
    await plan('Professional Plan');
    await addMany(5);
    const { body } = await rest(rounds.alice).post('/api/controllers', input);
    expect(body).toMatchObject({ message: 'Your Professional Plan allows 5 controllers.' });
  });

  test('a team without a package has no limit', async () => {
    await plan(null);
    await addMany(6);
    expect(await beyond()).toEqual([]);
  });
});

describe('After a downgrade', () => {
  test('nothing is deleted: the oldest controllers stay watched, the others are shown as not watched', async () => {
    await addMany(4);
    await limitPackage(rounds.running, 'Starter Plan', { maxControllers: 2 });
    await plan('Starter Plan');
    expect(await beyond()).toEqual(['Office 3', 'Office 4']);
    const { data } = await as(rounds.alice).ask('{ controllers { name overLimit } }');
    expect(data?.['controllers']).toEqual([
      { name: 'Office 1', overLimit: false },
      { name: 'Office 2', overLimit: false },
      { name: 'Office 3', overLimit: true },
      { name: 'Office 4', overLimit: true },
    ]);
  });

  test('only controllers within the limit are read', async () => {
    await addMany(3);
    await plan('Starter Plan');
    await rounds.rows("update controller set next_poll_at = now() - interval '1 minute'");
    const claims = await claimDue(rounds.running.app.orm.em.fork(), 10);
    const [first] = await rounds.rows<{ id: string }>('select id from controller order by created_at, id');
    expect(claims.map(({ controllerId }) => controllerId)).toEqual([first!.id]);
  });

  test('a reading in progress writes nothing', async () => {
    await addMany(2);
    const [, second] = await rounds.rows<{ id: string }>('select id from controller order by created_at, id');
    const claim = await rounds.claim(second!.id);
    await plan('Starter Plan');
    await poll(rounds.running.app, claim, new AbortController().signal);
    expect(await rounds.rows('select from device where controller_id = ?', [second!.id])).toEqual([]);
  });

  test('alerts of controllers that are no longer watched end without a recovery', async () => {
    await rounds.addRule();
    await addMany(2);
    const [, second] = await rounds.rows<{ id: string }>('select id from controller order by created_at, id');
    await rounds.round(second!.id, 0);
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(second!.id, 1);
    await rounds.round(second!.id, 2);
    expect(await rounds.alerts(second!.id)).toHaveLength(1);
    await plan('Starter Plan');
    expect(await rounds.alerts(second!.id)).toEqual([]);
    expect(await rounds.rows('select resolution from alert')).toEqual([{ resolution: 'no_longer_watched' }]);
    const entries = await rounds.rows(`select detail from alert_entry where kind = 'resolved'`);
    expect(entries).toEqual([{ detail: "No longer monitored: it exceeds your package's limit" }]);
    await rounds.isSound();
  });

  test('deleting an older one makes the next one watched immediately', async () => {
    await addMany(3);
    await plan('Starter Plan');
    expect(await beyond()).toEqual(['Office 2', 'Office 3']);
    const [first] = await rounds.rows<{ id: string }>('select id from controller order by created_at, id');
    await rest(rounds.alice).delete(`/api/controllers/${first!.id}`);
    expect(await beyond()).toEqual(['Office 3']);
    const due = await rounds.rows(
      `select name from controller where next_poll_at <= now() + interval '1 second'`,
    );
    expect(due).toEqual([{ name: 'Office 2' }]);
  });

  test('adding one is refused until there is room again', async () => {
    await addMany(3);
    await plan('Starter Plan');
    const { status } = await rest(rounds.alice).post('/api/controllers', input);
    expect(status).toBe(403);
  });
});

describe('When the limits of a package are edited', () => {
  test('the change applies to its teams', async () => {
    await plan('Professional Plan');
    await addMany(3);
    const edit = async (maxControllers: number) => {
      const packageId = await limitPackage(rounds.running, 'Professional Plan', { maxControllers });
      await addJob(rounds.running.app.orm.em.fork(), 'settle-package-limits', { packageId });
      await runJobs(rounds.running);
    };
    await edit(1);
    expect(await beyond()).toEqual(['Office 2', 'Office 3']);
    await edit(-1);
    expect(await beyond()).toEqual([]);
  });
});

describe('A controller that is watched again', () => {
  test('starts over: the unwatched time counts toward no duration', async () => {
    await rounds.addRule({ duration: 5 });
    await addMany(2);
    const [, second] = await rounds.rows<{ id: string }>('select id from controller order by created_at, id');
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(second!.id, 0);
    await rounds.round(second!.id, 1);
    await plan('Starter Plan');
    await plan('Professional Plan');
    for (const minute of [30, 32, 34]) await rounds.round(second!.id, minute);
    expect(await rounds.alerts(second!.id)).toEqual([]);
    await rounds.round(second!.id, 35);
    expect(await rounds.alerts(second!.id)).toHaveLength(1);
  });
});

const said = ({ status, body }: { status: number; body: { message?: string } }) =>
  status === 200 ? undefined : body.message;
