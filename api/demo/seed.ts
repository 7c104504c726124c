import type { EntityManager } from '@mikro-orm/postgresql';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { hashPassword } from '#api/features/auth/password.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { readAccount } from '#api/features/controllers/unifi.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { UserRole } from '#api/features/users/user-role.ts';
import { newAccount } from '#api/features/auth/new-account.ts';
import { campusKey, headOfficeKey, retailKey } from './network-demo.ts';

/** The demo accounts of the operator's interface (README). */
export const demoPassword = 'Demo-1234!';
export const demoCustomer = 'demo@netlantern.test';
export const demoAdmin = 'admin@netlantern.test';

/** The demo's consoles are ours: they may be read far more often than a customer's, so that changes show quickly. */
const demoPollSeconds = 20;

const controllers = [
  { name: 'Head Office', apiKey: headOfficeKey },
  { name: 'Retail', apiKey: retailKey },
  { name: 'Campus', apiKey: campusKey },
];

const rules = [
  { name: 'High CPU', condition: AlertCondition.high_cpu, threshold: '85%', duration: 1 },
  { name: 'High memory', condition: AlertCondition.high_memory, threshold: '90%', duration: 2 },
  { name: 'Port down', condition: AlertCondition.port_down, duration: 1 },
];

/** Fills an empty database with the demo accounts, three controllers of the network in a box, and rules. */
export async function seedDemo(em: EntityManager, unifiApiUrl: string): Promise<void> {
  if ((await em.count(User)) > 0) return;
  const plan = await em.findOne(Package, { name: 'Professional Plan' });
  const passwordHash = await hashPassword(demoPassword);
  const shared = { passwordHash, package: plan, emailVerifiedAt: new Date() };
  const { team } = newAccount(em, {
    ...shared,
    email: demoCustomer,
    firstName: 'Dana',
    lastName: 'Morgan',
    companyName: 'Northwind Networks',
  });
  newAccount(em, {
    ...shared,
    email: demoAdmin,
    firstName: 'Alex',
    lastName: 'Reed',
    companyName: 'Netlantern',
    role: UserRole.super_admin,
  });
  for (const { name, apiKey } of controllers) {
    const { consoles } = await readAccount({ baseUrl: unifiApiUrl, apiKey });
    const controller = new Controller();
    em.assign(controller, {
      team,
      name,
      apiKey,
      apiKeyTail: apiKey.slice(-4),
      pollSeconds: demoPollSeconds,
      selectedSiteId: consoles[0]?.hostId,
      selectedSiteName: consoles[0]?.name,
    });
    em.persist(controller);
  }
  for (const [place, rule] of rules.entries()) {
    // Apart in time, so that "oldest first" is this order.
    const createdAt = new Date(Date.now() + place + 1);
    em.persist(em.assign(new AlertRule(), { team, ...rule, createdAt }));
  }
  await em.flush();
}
