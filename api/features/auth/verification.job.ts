import type { App } from '#api/config/app.ts';
import { addMail } from '../email/outbox.ts';
import { UserRole } from '../users/user-role.ts';
import { User } from '../users/user.entity.ts';
import { verifyEmailLetter } from './joining-letters.ts';
import { lockAddress } from './lock-address.ts';
import { LinkPurpose } from './mailed-link.entity.ts';
import { issueLink } from './mailed-links.ts';

/** Days that an address may take to be verified. */
const patience = 7;

/** Mails a new verification link to an address that waits for one, and nothing to any other. */
export async function mailVerification({ config, orm }: App, { email }: { email: string }): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await lockAddress(em, email);
    const user = await em.findOne(User, { email, emailVerifiedAt: null });
    if (!user) return;
    const token = await issueLink(em, user, LinkPurpose.verify_email);
    await addMail(em, email, verifyEmailLetter(config, token));
  });
}

/** Removes accounts that nobody verified, and their teams: the address is free again. */
export async function removeUnverified({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const since = new Date(Date.now() - patience * 86_400_000);
  await orm.em.fork().transactional(async (em) => {
    const run = <Row>(sql: string, values: unknown[]) => em.execute<Row[]>(sql, values);
    const stale = await run<{ id: string }>(
      `select id from "user" where email_verified_at is null and created_at < ? and role = ? for update`,
      [since, UserRole.user],
    );
    const users = `{${stale.map(({ id }) => id).join(',')}}`;
    const teams = await run<{ id: string }>(
      `select distinct team_id as id from membership where user_id = any(?::uuid[])`,
      [users],
    );
    await run(`delete from "user" where id = any(?::uuid[])`, [users]);
    await run(
      `delete from team where id = any(?::uuid[]) and not exists
         (select from membership where membership.team_id = team.id)`,
      [`{${teams.map(({ id }) => id).join(',')}}`],
    );
  });
}
