import { afterAll, beforeAll, expect, test } from 'vitest';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { Telling } from '#tests/support/deliveries.ts';
import { addPackage, registration } from '#tests/support/joining.ts';
import { mailsTo, runJobs, tokenIn } from '#tests/support/mailbox.ts';
import { addController } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let telling: Telling;

beforeAll(async () => {
  running = await startServer();
  telling = new Telling(running);
  await telling.begin();
});
afterAll(async () => {
  await telling.end();
  await running.close();
});

test('New users get their first alert by email, once their address is verified', async () => {
  const { vic, alice } = telling.cast;
  const { email } = registration;
  await rest(vic).post('/api/auth/register', { ...registration, packageId: await addPackage(running) });
  const [welcome] = await mailsTo(running, email);
  const em = running.app.orm.em.fork();
  const { team } = await em.findOneOrFail(Membership, { user: { email } });
  const rule = await em.findOneOrFail(AlertRule, { team });
  const nora = { ...alice, teamId: team.id };
  telling.cast.alice = { ...nora, controllerId: await addController(nora) };

  await telling.raise(rule.id);
  await runJobs(running);
  expect(await mailsTo(running, email)).toHaveLength(1);
  const reasons = await telling.rows('select status, reason_code from delivery');
  expect(reasons).toEqual([{ status: 'skipped', reason_code: 'address_unconfirmed' }]);

  await rest(vic).post('/api/auth/verify-email', { token: tokenIn(welcome!, running) });
  await telling.raise(rule.id);
  await runJobs(running);
  const subjects = (await mailsTo(running, email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('AP 0'))).toHaveLength(1);
});
