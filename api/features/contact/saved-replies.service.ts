import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { record } from '../audit/audit.service.ts';
import type { Recorded } from '../audit/audit-entry.entity.ts';
import type { SavedReplyInput } from './contact.input.ts';
import { SavedReply } from './saved-reply.entity.ts';

/** Answers that are given often, by title. */
export function savedReplies({ em }: CustomerContext): Promise<SavedReply[]> {
  return em.find(SavedReply, {}, { orderBy: { title: 'asc' } });
}

/** Adds one, or changes the one of the id. @throws NotFound, and Invalid for a title that another has */
export async function saveSavedReply(
  { em, ...ctx }: CustomerContext,
  { id, ...input }: SavedReplyInput,
): Promise<SavedReply> {
  const fields = { title: input.title.trim(), text: input.text.trim() };
  try {
    return await em.transactional(async (em) => {
      const known = id ? await findReply(em, id) : undefined;
      const before: Recorded = known ? { title: known.title, text: known.text } : {};
      const reply = known ? em.assign(known, fields) : em.create(SavedReply, fields as SavedReply);
      await em.flush();
      const action = known ? 'contact.saved_reply_update' : 'contact.saved_reply_create';
      const { title: subject, id: subjectId } = reply;
      await record(em, ctx, { action, subject, subjectId, before, after: fields });
      return reply;
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Invalid({ title: 'Another saved reply has this title' });
  }
}

/** @throws NotFound */
export async function deleteSavedReply({ em, ...ctx }: CustomerContext, id: string): Promise<string> {
  await em.transactional(async (em) => {
    const reply = await findReply(em, id);
    const { title: subject, text } = reply;
    // Of two at once the second finds nothing.
    if (!(await em.nativeDelete(SavedReply, { id }))) throw new NotFound('Saved reply');
    const action = 'contact.saved_reply_delete';
    await record(em, ctx, { action, subject, subjectId: id, before: { text } });
  });
  return id;
}

async function findReply(em: EntityManager, id: string): Promise<SavedReply> {
  const found = isId(id) ? await em.findOne(SavedReply, { id }) : null;
  if (!found) throw new NotFound('Saved reply');
  return found;
}
