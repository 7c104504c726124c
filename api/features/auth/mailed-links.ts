import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '#api/config/config.ts';
import { ProductError } from '#api/lib/errors.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import type { User } from '../users/user.entity.ts';
import { LinkState } from './link-info.ts';
import { LinkPurpose, MailedLink } from './mailed-link.entity.ts';

/** Minutes that a link of each purpose is good for (OWASP: an hour at most where it opens an account). */
const lifetime: Record<LinkPurpose, number> = {
  verify_email: 24 * 60,
  reset_password: 60,
  unlock: 60,
  change_email: 24 * 60,
};

/** Makes the token of a link and ends the earlier ones of its purpose. It is told once, in the mail. */
export async function issueLink(
  em: EntityManager,
  user: User,
  purpose: LinkPurpose,
  email = user.email,
): Promise<string> {
  const token = newToken();
  await em.nativeUpdate(
    MailedLink,
    { user, purpose, usedAt: null, expiresAt: { $gt: new Date() } },
    { expiresAt: new Date() },
  );
  const expiresAt = new Date(Date.now() + lifetime[purpose] * 60_000);
  em.persist(
    Object.assign(new MailedLink(), { user, purpose, email, tokenHash: hashToken(token), expiresAt }),
  );
  await em.flush();
  return token;
}

/** The address of a page with a token, under PUBLIC_URL whatever host the request named. */
export function linkTo({ publicUrl }: Pick<Config, 'publicUrl'>, page: `/${string}`, token: string): string {
  return `${publicUrl}${page}?token=${token}`;
}

/** Ends every link that a person's mails still hold, whatever it is for. */
export async function voidLinks(em: EntityManager, user: User): Promise<void> {
  const now = new Date();
  await em.nativeUpdate(MailedLink, { user, usedAt: null, expiresAt: { $gt: now } }, { expiresAt: now });
}

/** What a link is worth now. Nothing changes. */
export async function readLink(
  em: EntityManager,
  purpose: LinkPurpose,
  token: string,
): Promise<{ state: LinkState; link: MailedLink | null }> {
  const link = await em.findOne(MailedLink, { purpose, tokenHash: hashToken(token) }, { populate: ['user'] });
  return { state: stateOf(link), link };
}

function stateOf(link: MailedLink | null): LinkState {
  if (!link) return LinkState.wrong;
  if (link.usedAt) return LinkState.used;
  return isOver(link) ? LinkState.expired : LinkState.valid;
}

/** Its time is up, or the person has another address by now: the link is in a mailbox that is no longer theirs. */
function isOver({ purpose, email, user, expiresAt }: MailedLink): boolean {
  const moved = purpose !== LinkPurpose.change_email && email !== user.email;
  return moved || expiresAt.getTime() <= Date.now();
}

/**
 * Uses a link up, once however many try at the same moment. Its person is locked before it, and judged as they are then:
 * whoever voids links has the person locked too. @throws a product error that carries its state
 */
export async function takeLink(em: EntityManager, purpose: LinkPurpose, token: string): Promise<MailedLink> {
  const { state, link } = await readLink(em, purpose, token);
  if (state !== LinkState.valid || !link) throw unusable(state);
  const user = await em.refresh(link.user, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user || isOver(link)) throw unusable(LinkState.expired);
  const now = new Date();
  const stillOpen = { id: link.id, usedAt: null, expiresAt: { $gt: now } };
  const taken = await em.nativeUpdate(MailedLink, stillOpen, { usedAt: now });
  if (taken === 0) throw unusable(stateOf(await em.refresh(link)));
  return link;
}

const sentences: Record<LinkState, string> = {
  valid: 'This link cannot be used.',
  used: 'This link has already been used.',
  expired: 'This link has expired.',
  wrong: 'This link is not valid.',
};

/** A 400 whose `link` extension tells a screen which way out to offer. */
export function unusable(state: LinkState): ProductError {
  return new ProductError('BAD_USER_INPUT', sentences[state], { link: state });
}
