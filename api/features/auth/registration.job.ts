import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { newToken } from '#api/security/token.ts';
import { type Sealed, vault } from '#api/security/secrets.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { Mail } from '../email/mail.entity.ts';
import { addMail } from '../email/outbox.ts';
import type { Letter } from '../email/letter.ts';
import { firstChannel } from '../integrations/integrations.service.ts';
import { Package } from '../packages/package.entity.ts';
import { Membership, TeamRole } from '../teams/membership.entity.ts';
import type { Team } from '../teams/team.entity.ts';
import { endOfTrial } from '../teams/trial.ts';
import { User } from '../users/user.entity.ts';
import { alreadyRegisteredLetter, registeredAgainLetter, verifyEmailLetter } from './joining-letters.ts';
import { lockAddress } from './lock-address.ts';
import { LinkPurpose } from './mailed-link.entity.ts';
import { issueLink, voidLinks } from './mailed-links.ts';
import { newAccount } from './new-account.ts';
import { hashPassword } from './password.ts';
import type { Registration } from './registration.service.ts';

/** Makes the account, or tells the owner of the address that there is one. Of two at once the second finds the first. */
export async function admit(
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
    const wasDone = known?.id === id || (await em.count(Mail, { id })) > 0;
    if (wasDone) return;
    const letter = await (known ? answerKnown(em, known) : welcome(em));
    if (letter) await addMail(em, registration.email, letter, id);
  });

  async function welcome(em: EntityManager): Promise<Letter | null> {
    const { email, passwordHash, firstName, lastName, companyName } = registration;
    const { user, team, rule } = newAccount(em, {
      id,
      email,
      passwordHash,
      firstName,
      lastName,
      companyName,
    });
    await begin(em, user, team, registration);
    rule.channels = [NotificationChannel.email];
    await em.persist(firstChannel(team, email)).flush();
    if (!mails) return null;
    return verifyEmailLetter(config, await issueLink(em, user, LinkPurpose.verify_email));
  }

  async function answerKnown(em: EntityManager, user: User): Promise<Letter | null> {
    const isNew = !user.emailVerifiedAt;
    if (isNew) {
      // Without a mail the earlier links are the owner's only way in; with nobody's password they let no other in.
      if (mails) await voidLinks(em, user);
      await replace(em, user, { ...registration, passwordHash: nobodysPassword });
    }
    if (!mails) return null;
    const letter = isNew ? registeredAgainLetter : alreadyRegisteredLetter;
    return letter(config, await issueLink(em, user, LinkPurpose.reset_password));
  }
}

/**
 * Somebody else may have been first with this address, to be let in once its owner follows a link. So the account takes
 * what came last, and a password that nobody has, until a mail proves who its owner is.
 */
async function replace(em: EntityManager, user: User, registration: Registration): Promise<void> {
  const { passwordHash, firstName, lastName, companyName } = registration;
  // As new as what it takes: it is not removed for the age of what it was.
  const createdAt = new Date();
  Object.assign(user, { passwordHash, firstName, lastName, companyName, createdAt });
  const owned = await em.findOne(Membership, { user, role: TeamRole.owner }, { populate: ['team'] });
  if (owned) {
    owned.team.name = companyName;
    await begin(em, user, owned.team, registration);
  }
  await em.flush();
}

async function begin(em: EntityManager, user: User, team: Team, registration: Registration): Promise<void> {
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
