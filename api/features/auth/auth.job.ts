import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { newToken } from '#api/security/token.ts';
import { type Sealed, vault } from '#api/security/secrets.ts';
import type { Lockout } from '#api/jobs/contracts.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { OutboxEmail } from '../email/outbox-email.entity.ts';
import { addEmail } from '../email/outbox.store.ts';
import type { EmailContent } from '../email/email-content.ts';
import { newEmailChannel } from '../integrations/integrations.service.ts';
import { Package } from '../packages/package.entity.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import { type Team, endOfTrial } from '../teams/team.entity.ts';
import { User, UserRole } from '../users/user.entity.ts';
import { alreadyRegistered, registeredAgain, verifyEmail, resetPassword, accountLocked } from './emails.ts';
import { lockAddress, issueLink, revokeLinks } from './registration/email-links.store.ts';
import { LinkPurpose, EmailLink } from './registration/email-link.entity.ts';
import { newAccount } from './registration/accounts.store.ts';
import { hashPassword } from './sign-in/password-hash.service.ts';
import type { Registration } from './registration/registration.service.ts';
import { policyOf } from '../security/security.service.ts';
import { Session } from './session/session.entity.ts';

/** Makes the account, or tells the owner of the address that there is one. Of two at once the second finds the first. */
export async function createAccount(
  { config, orm }: App,
  { id: row = '', sealed }: { id?: string; sealed: Sealed },
): Promise<void> {
  // Sign-ups that were queued before ciphertext was bound have no `id`. `secrets:rotate` binds them to an empty row.
  const registration = JSON.parse(vault.unseal(sealed, 'job.register', row)) as Registration;
  const { id, mails } = registration;
  // Hashed before anything is locked: it is slow on purpose.
  const nobodysPassword = await hashPassword(newToken());
  await orm.em.fork().transactional(async (em) => {
    await lockAddress(em, registration.email);
    const known = await em.findOne(
      User,
      { email: registration.email },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    // A process may be killed between its commit and the queue's note of it.
    const wasDone = known?.id === id || (await em.count(OutboxEmail, { id })) > 0;
    if (wasDone) return;
    const letter = await (known ? answerKnown(em, known) : welcome(em));
    if (letter) await addEmail(em, registration.email, letter, id);
  });

  async function welcome(em: EntityManager): Promise<EmailContent | null> {
    const { email, passwordHash, firstName, lastName, companyName } = registration;
    const { user, team, rule } = newAccount(em, {
      id,
      email,
      passwordHash,
      firstName,
      lastName,
      companyName,
    });
    await startTrial(em, user, team, registration);
    rule.channels = [NotificationChannel.email];
    await em.persist(newEmailChannel(team, email)).flush();
    if (!mails) return null;
    return verifyEmail(config, await issueLink(em, user, LinkPurpose.verify_email));
  }

  async function answerKnown(em: EntityManager, user: User): Promise<EmailContent | null> {
    const isNew = !user.emailVerifiedAt;
    if (isNew) {
      // Without a mail the earlier links are the owner's only way in; with nobody's password they let no other in.
      if (mails) await revokeLinks(em, user);
      await replaceUnverified(em, user, { ...registration, passwordHash: nobodysPassword });
    }
    if (!mails) return null;
    const letter = isNew ? registeredAgain : alreadyRegistered;
    return letter(config, await issueLink(em, user, LinkPurpose.reset_password));
  }
}

/**
 * Somebody else may have been first with this address, to be let in once its owner follows a link. So the account takes
 * what came last, and a password that nobody has, until a mail proves who its owner is.
 */
async function replaceUnverified(em: EntityManager, user: User, registration: Registration): Promise<void> {
  const { passwordHash, firstName, lastName, companyName } = registration;
  // As new as what it takes: it is not removed for the age of what it was.
  const createdAt = new Date();
  Object.assign(user, { passwordHash, firstName, lastName, companyName, createdAt });
  const owned = await em.findOne(Membership, { user, role: TeamRole.owner }, { populate: ['team'] });
  if (owned) {
    owned.team.name = companyName;
    await startTrial(em, user, owned.team, registration);
  }
  await em.flush();
}

async function startTrial(
  em: EntityManager,
  user: User,
  team: Team,
  registration: Registration,
): Promise<void> {
  const { websiteUrl, packageId, agreed } = registration;
  const now = Date.now();
  // It may have been taken off the price list meanwhile.
  const chosen = packageId ? await em.findOne(Package, packageId) : null;
  // What costs nothing is not tried out: it has no end, and leaves the trial to a package that is paid for.
  const trialEndsAt = chosen?.price === '0' ? null : endOfTrial(now);
  Object.assign(team, { trialEndsAt, activeUntil: trialEndsAt, package: chosen });
  Object.assign(user, {
    websiteUrl,
    agreedToTermsAt: agreed ? new Date(now) : null,
  });
}

/** Days that an address may take to be verified. */
const daysToVerify = 7;

/** Mails a new verification link to an address that waits for one, and nothing to any other. */
export async function emailVerification({ config, orm }: App, { email }: { email: string }): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await lockAddress(em, email);
    const user = await em.findOne(User, { email, emailVerifiedAt: null });
    if (!user) return;
    const token = await issueLink(em, user, LinkPurpose.verify_email);
    await addEmail(em, email, verifyEmail(config, token));
  });
}

/** Removes accounts that nobody verified, and their teams: the address is free again. */
export async function removeUnverified({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const since = new Date(Date.now() - daysToVerify * 86_400_000);
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

/** Mails a link to choose a new password to an address that has an account, and nothing to any other. */
export async function emailPasswordReset({ config, orm }: App, { email }: { email: string }): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await lockAddress(em, email);
    const user = await em.findOne(User, { email });
    if (!user) return;
    const token = await issueLink(em, user, LinkPurpose.reset_password);
    await addEmail(em, email, resetPassword(config, token));
  });
}

/**
 * Tells the owner of an account that it was locked. The job is there for addresses without an account too, so that a
 * sign-in takes as long for them; whoever could not sign in anyhow is told nothing.
 */
export async function emailLockout(
  { config, orm }: App,
  { email, guessed, ipAddress, at }: Lockout,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const user = await em.findOne(User, { email, suspended: false, emailVerifiedAt: { $ne: null } });
    if (!user) return;
    const { maxLoginAttempts: attempts, lockoutDuration: duration } = await policyOf(em);
    const token = await issueLink(em, user, LinkPurpose.unlock);
    const letter = accountLocked(config, {
      guessed,
      attempts,
      duration,
      at: new Date(at),
      ipAddress,
      token,
      user,
    });
    await addEmail(em, user.email, letter);
  });
}

/** Days that a mailed link is kept after it expired: until then its screen can say what became of it. */
const linksKept = 30;

/** Removes what opens no door any more: sessions that are over, links of old mails, counters that have run out. */
export async function removeExpired({ orm, attempts }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const now = Date.now();
  const { sessionTimeout } = await policyOf(em);
  const idle = new Date(now - sessionTimeout * 60_000);
  const over = { $or: [{ expiresAt: { $lte: new Date(now) } }, { lastSeenAt: { $lte: idle } }] };
  const oldLinks = { expiresAt: { $lte: new Date(now - linksKept * 86_400_000) } };
  await maintain(em, (tx) => tx.nativeDelete(Session, over));
  await maintain(em, (tx) => tx.nativeDelete(EmailLink, oldLinks));
  await attempts.sweep();
}
