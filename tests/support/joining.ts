import { Package } from '#api/features/packages/package.entity.ts';
import type { Visitor } from './people.ts';
import { rest, type RestAnswer } from './rest.ts';
import type { Running } from './running.ts';

/** A right registration, as /auth sends it, but for its package. */
export const registration = {
  firstName: 'Nora',
  lastName: 'Novak',
  companyName: 'Novak Networks',
  email: 'nora@example.com',
  password: 'Correct-Horse-9!',
  confirmPassword: 'Correct-Horse-9!',
};

/** Puts a package on the price list. Returns its id. */
export async function addPackage({ app }: Running, fields: Partial<Package> = {}): Promise<string> {
  const em = app.orm.em.fork();
  const one = Object.assign(new Package(), { name: 'Starter Plan', price: '9.99', ...fields });
  await em.persist(one).flush();
  return one.id;
}

/** Sends a registration as /register does, which chooses no package. */
export function join(visitor: Visitor, fields: Record<string, unknown> = {}): Promise<RestAnswer> {
  return rest(visitor).post('/api/register', { ...registration, agreeToTerms: true, ...fields });
}

/** Removes the queued jobs and returns their shape without their content. */
export async function takeJobs({ app }: Running): Promise<unknown[]> {
  const database = app.orm.em.fork();
  const jobs = await database.execute<{ payload: Record<string, string> }[]>(
    `select payload, max_attempts, priority, identifier from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id`,
  );
  await database.execute('delete from graphile_worker._private_jobs');
  return jobs.map(({ payload, ...job }) => ({
    ...job,
    payload: Object.entries(payload).map(([key, text]) => [key, text.length]),
  }));
}

/** The ratio of the least CPU times of two responses, requested alternately. Elapsed time depends on the machine. */
export async function timeRatio(
  one: (at: number) => Promise<unknown>,
  other: (at: number) => Promise<unknown>,
): Promise<number> {
  const least = new Map([one, other].map((ask) => [ask, Infinity]));
  for (let at = 0; at < 8; at++) {
    for (const ask of at % 2 ? [one, other] : [other, one]) {
      const start = process.cpuUsage();
      await ask(at);
      const { user, system } = process.cpuUsage(start);
      least.set(ask, Math.min(least.get(ask)!, user + system));
    }
  }
  return least.get(one)! / least.get(other)!;
}
