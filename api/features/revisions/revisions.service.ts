import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { record } from '../audit/audit.service.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import { ContentPart, contentParts } from './content-part.store.ts';
import { ContentState, Revision } from './revision.entity.ts';
import { differences } from './differences.ts';

interface Change {
  part: ContentPart;
  /**
   * Version that the edit started from. Omitted by callers that don't check, such as the documented REST
   * calls.
   */
  version?: number | null;
  /** Version that a revert undoes. */
  revertOf?: number;
}

/**
 * Changes a part with its history, audit entry and cache invalidation on every node. Changes without effect
 * create no version. @throws Conflict if someone else has changed the part since `version`, Refused if the
 * person may not change a field
 */
export async function changeContent<T>(
  ctx: ViewerContext,
  { part, version, revertOf }: Change,
  act: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const content = contentParts.value[part];
  const result = await ctx.em.transactional(async (em) => {
    const state = await lockedState(em, part);
    if (version !== undefined && version !== null && version !== state.version) throw stale(state);
    const before = await content.read(em);
    const done = await act(em);
    await em.flush();
    const after = await content.read(em);
    const changes = differences(before, after);
    if (changes.length === 0) return done;
    content.guard?.(
      ctx,
      changes.map(({ field }) => field),
    );
    const { firstName, lastName } = ctx.viewer.user;
    const by = `${firstName} ${lastName}`.trim();
    const at = new Date();
    em.assign(state, { version: state.version + 1, changedBy: by, changedAt: at });
    em.create(Revision, { part, version: state.version, by, at, revertOf, before, after } as Revision);
    await em.flush();
    await record(em, ctx, {
      action: revertOf === undefined ? 'content.update' : 'content.revert',
      subject: content.label,
      before: recorded(
        changes.map(({ field, before }) => [field, before]),
        content.audited,
      ),
      after: recorded(
        changes.map(({ field, after }) => [field, after]),
        content.audited,
      ),
    });
    return done;
  });
  ctx.app.content.changed();
  return result;
}

export async function contentStates({ em }: ViewerContext): Promise<ContentState[]> {
  const found = await em.find(ContentState, {});
  return Object.values(ContentPart).map(
    (part) =>
      found.find((state) => state.part === part) ??
      em.create(ContentState, { part, version: 0 }, { persist: false }),
  );
}

/** Changes to a part, newest first. */
export function revisions({ em }: ViewerContext, part: ContentPart, first: number): Promise<Revision[]> {
  return em.find(Revision, { part }, { orderBy: { version: 'desc' }, limit: first });
}

/** Reverts a change, which is itself a new change. @throws NotFound, Refused */
export async function revertRevision(ctx: ViewerContext, id: string): Promise<Revision> {
  const revision = isId(id) ? await ctx.em.findOne(Revision, { id }) : null;
  if (!revision) throw new NotFound('Change');
  const { part, version, before } = revision;
  await changeContent(ctx, { part, revertOf: version }, (em) => contentParts.value[part].write(em, before));
  return ctx.em.findOneOrFail(Revision, { part }, { orderBy: { version: 'desc' } });
}

async function lockedState(em: EntityManager, part: ContentPart): Promise<ContentState> {
  await em.execute('insert into content_state (part) values (?) on conflict do nothing', [part], 'run');
  return em.findOneOrFail(ContentState, { part }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

function stale({ changedBy, changedAt }: ContentState): Conflict {
  const when = changedAt ? ` ${agoInWords(Date.now() - changedAt.getTime())}` : '';
  return new Conflict(
    `${changedBy ?? 'Someone'} changed this${when}. Your edits aren't saved yet. Review their changes, then save again.`,
  );
}

/**
 * Converts fields for the audit log: lists and objects become text, and long texts are cut unless they are
 * `whole`.
 */
function recorded(fields: [string, unknown][], whole: readonly string[] = []): AuditDetails {
  return Object.fromEntries(
    fields.map(([field, value]) => {
      if (value === null || typeof value === 'number' || typeof value === 'boolean') return [field, value];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const isCut = text.length > 500 && !whole.includes(field);
      return [field, isCut ? `${text.slice(0, 499)}…` : text];
    }),
  );
}

/** Formats a duration in milliseconds: "just now", "2 minutes ago". */
function agoInWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  if (minutes < 60) return words.format(-minutes, 'minute');
  if (minutes < 24 * 60) return words.format(-Math.floor(minutes / 60), 'hour');
  return words.format(-Math.floor(minutes / (24 * 60)), 'day');
}
