import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { record } from '../audit/audit.service.ts';
import type { ContactSettingsInput, SavedReplyInput } from './contact.input.ts';
import { ContactSettings, fallbackAddress, SavedReply } from './contact-settings.entity.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';

export function contactSettings({ em }: ViewerContext): Promise<ContactSettings> {
  return loadSingleton(em, ContactSettings);
}

/** Support address, or undefined until one is set. */
export async function supportAddress(em: EntityManager): Promise<string | undefined> {
  const { supportEmail } = await loadSingleton(em, ContactSettings);
  return supportEmail === fallbackAddress ? undefined : supportEmail;
}

/** Saves the settings, which visitors see immediately on every node. */
export async function saveContactSettings(
  ctx: ViewerContext,
  input: ContactSettingsInput,
): Promise<ContactSettings> {
  await loadSingleton(ctx.em, ContactSettings);
  const changes = Object.entries(given(input)).map(
    ([field, value]) => [field, String(value).trim()] as const,
  );
  const saved = await ctx.em.transactional(async (em) => {
    const settings = await em.findOneOrFail(
      ContactSettings,
      { id: 1 },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    const changed = changes.filter(([field, value]) => settings[field as keyof ContactSettings] !== value);
    if (changed.length === 0) return settings;
    const before = Object.fromEntries(
      changed.map(([field]) => [field, settings[field as keyof ContactSettings]]),
    );
    const after = Object.fromEntries(changed);
    em.assign(settings, after);
    await em.flush();
    await record(em, ctx, { action: 'contact.settings', subject: 'Contact settings', before, after });
    return settings;
  });
  ctx.app.content.changed();
  return saved;
}

/** Saved replies, by title. */
export function savedReplies({ em }: ViewerContext): Promise<SavedReply[]> {
  return em.find(SavedReply, {}, { orderBy: { title: 'asc' } });
}

/**
 * Adds a saved reply, or changes the one with this ID. @throws NotFound, and Invalid if another reply has the
 * title
 */
export async function saveSavedReply(
  { em, ...ctx }: ViewerContext,
  { id, ...input }: SavedReplyInput,
): Promise<SavedReply> {
  const fields = { title: input.title.trim(), text: input.text.trim() };
  try {
    return await em.transactional(async (em) => {
      const known = id ? await findReply(em, id) : undefined;
      const before: AuditDetails = known ? { title: known.title, text: known.text } : {};
      const reply = known ? em.assign(known, fields) : em.create(SavedReply, fields as SavedReply);
      await em.flush();
      const action = known ? 'contact.saved_reply_update' : 'contact.saved_reply_create';
      const { title: subject, id: subjectId } = reply;
      await record(em, ctx, { action, subject, subjectId, before, after: fields });
      return reply;
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Invalid({ title: 'Another saved reply already has this title' });
  }
}

/** @throws NotFound */
export async function deleteSavedReply({ em, ...ctx }: ViewerContext, id: string): Promise<string> {
  await em.transactional(async (em) => {
    const reply = await findReply(em, id);
    const { title: subject, text } = reply;
    // A concurrent delete finds nothing.
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
