import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
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

/**
 * Creates the account, or tells the owner of the address that there already is one. Of two concurrent jobs,
 * the second finds the first's account.
 */
export async function createAccount(
  { config, orm }: App,
  { id: row = '', sealed }: { id?: string; sealed: Sealed },
): Promise<void> {
  const registration = JSON.parse(vault.unseal(sealed, 'job.register', row)) as Registration;
  const { id, mails } = registration;
  // Hash before locking anything, because hashing is slow by design.
  const nobodysPassword = await hashPassword(newToken());
  await orm.em.fork().transactional(async (em) => {
    await lockAddress(em, registration.email);
    const known = await em.findOne(
      User,
      { email: registration.email },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    // The process may be killed between its commit and the queue's acknowledgement.
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
      // Without an email, the earlier links are the owner's only way in. Since no one knows the password,
      // they let no one else in.
      if (mails) await revokeLinks(em, user);
      await replaceUnverified(em, user, { ...registration, passwordHash: nobodysPassword });
    }
    if (!mails) return null;
    const letter = isNew ? registeredAgain : alreadyRegistered;
    return letter(config, await issueLink(em, user, LinkPurpose.reset_password));
  }
}

/**
 * Someone else may have registered this address first, to gain access once its owner follows a link. So the
 * account takes the latest registration, and a password that no one knows until an email proves who the owner
 * is.
 */
async function replaceUnverified(em: EntityManager, user: User, registration: Registration): Promise<void> {
  const { passwordHash, firstName, lastName, companyName } = registration;
  // Reset its age, so that it isn't deleted for its first registration's age.
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
  // It may have been taken off the price list in the meantime.
  const chosen = packageId ? await em.findOne(Package, packageId) : null;
  // A free package has no trial, which is left for a paid one.
  const trialEndsAt = chosen?.price === '0' ? null : endOfTrial(now);
  Object.assign(team, { trialEndsAt, activeUntil: trialEndsAt, package: chosen });
  Object.assign(user, {
    websiteUrl,
    agreedToTermsAt: agreed ? new Date(now) : null,
  });
}

/** Days to verify an address. */
const daysToVerify = 7;

/** Emails a new verification link, but only to an unverified account. */
export async function emailVerification({ config, orm }: App, { email }: { email: string }): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await lockAddress(em, email);
    const user = await em.findOne(User, { email, emailVerifiedAt: null });
    if (!user) return;
    const token = await issueLink(em, user, LinkPurpose.verify_email);
    await addEmail(em, email, verifyEmail(config, token));
  });
}

/** Deletes unverified accounts and their teams, which frees their addresses. */
export async function removeUnverified({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const since = new Date(Date.now() - daysToVerify * 86_400_000);
  await orm.em.fork().transactional(async (em) => {
    const stale = await queryRows(
      em,
      { id: tables.user.id },
      `select id from "user" where email_verified_at is null and created_at < ? and role = ? for update`,
      [since, UserRole.user],
    );
    const users = `{${stale.map(({ id }) => id).join(',')}}`;
    const teams = await queryRows(
      em,
      { id: tables.membership.team_id },
      `select distinct team_id as id from membership where user_id = any(?::uuid[])`,
      [users],
    );
    await em.execute(`delete from "user" where id = any(?::uuid[])`, [users], 'run');
    await em.execute(
      `delete from team where id = any(?::uuid[]) and not exists
         (select from membership where membership.team_id = team.id)`,
      [`{${teams.map(({ id }) => id).join(',')}}`],
      'run',
    );
  });
}

/** Emails a password reset link, but only if the address has an account. */
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
 * Emails the owner that their account was locked. The job also exists for addresses without an account, so
 * that sign-in takes equally long. Accounts that can't sign in anyway aren't notified.
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

/** Days to keep an expired link, so that its page can explain why it doesn't work. */
const linksKept = 30;

/** Deletes expired sessions, old links and expired counters. */
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
