import { randomUUID } from 'node:crypto';
import { Package } from '#api/features/packages/package.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import type { Running } from '#tests/support/running.ts';

/** A package on sale. */
export async function addPackage({ app }: Running, fields: Partial<Package> = {}): Promise<Package> {
  const em = app.orm.em.fork();
  const made = Object.assign(new Package(), { name: 'Professional Plan', price: '29.99', ...fields });
  await em.persist(made).flush();
  return made;
}

/** People on the waitlist, in this order. */
export async function addEntries(
  { app }: Running,
  wanted: Package | null,
  emails: readonly string[],
  fields: Partial<WaitlistEntry> = {},
): Promise<WaitlistEntry[]> {
  const em = app.orm.em.fork();
  const from = Date.now() - emails.length;
  const rows = emails.map((email, at) =>
    Object.assign(new WaitlistEntry(), {
      id: randomUUID(),
      email,
      package: wanted,
      packageName: wanted?.name ?? 'Old Plan',
      createdAt: new Date(from + at),
      ...fields,
    }),
  );
  await em.insertMany(rows);
  return rows;
}
