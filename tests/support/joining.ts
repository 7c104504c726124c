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
