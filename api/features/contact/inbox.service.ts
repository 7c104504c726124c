import { LockMode } from '@mikro-orm/core';
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import { Invalid, NotFound, Conflict } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { containing, wordsOf } from '#api/db/text-search.ts';
import { record, recordsExport } from '../audit/audit.service.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import {
  ContactFigures,
  ContactReply,
  ContactStatus,
  ContactSubmission,
} from './contact-submission.entity.ts';
import {
  defaultMaxMessages,
  type ContactPage,
  type ContactSearch,
  type UpdateContactInput,
  type ContactReplyInput,
} from './contact.input.ts';
import { organizationOf } from '../organization/organization.service.ts';
import { shortId, replyEmail } from './emails.ts';
import { bodyOf } from '../email/message-body.ts';
import { addEmail, suppressionOf } from '../email/outbox.store.ts';
import { supportAddress } from './contact-settings.service.ts';

/** Lists messages, newest first by default. @throws NotFound for `before` */
export async function contactSubmissions(
  { em }: ViewerContext,
  { before, first, ...search }: ContactPage,
): Promise<ContactSubmission[]> {
  const where = matching(search);
  if (before) {
    const { createdAt, id } = await findSubmission(em, before);
    const beyond = search.oldestFirst ? '$gt' : '$lt';
    where.push({ $or: [{ createdAt: { [beyond]: createdAt } }, { createdAt, id: { [beyond]: id } }] });
  }
  return em.find(
    ContactSubmission,
    { $and: where },
    { orderBy: orderOf(search), limit: first ?? defaultMaxMessages },
  );
}

export async function contactCsv(ctx: ViewerContext, search: ContactSearch): Promise<string> {
  const where = { $and: matching(search) };
  return answerText(
    ctx,
    csvExport({
      download: 'GET /api/admin/contact-submissions/csv',
      record: recordsExport(
        ctx,
        { action: 'contact.export', subject: 'Contact messages' },
        { search: search.search, status: search.status },
      ),
      columns: [
        { key: 'createdAt', header: 'Received' },
        { key: 'status', header: 'Status' },
        { key: 'name', header: 'Name' },
        { key: 'email', header: 'Email' },
        { key: 'subject', header: 'Subject' },
        { key: 'message', header: 'Message' },
        { key: 'respondedAt', header: 'Replied' },
        { key: 'adminNotes', header: 'Notes' },
      ],
      count: ({ em }) => em.count(ContactSubmission, where),
      batches: (reader) => reader.find(ContactSubmission, where, { orderBy: orderOf(search) }),
    }),
  );
}

function orderOf({ oldestFirst }: ContactSearch) {
  const order = oldestFirst ? 'asc' : 'desc';
  return { createdAt: order, id: order } as const;
}

function matching({ status, search }: ContactSearch): FilterQuery<ContactSubmission>[] {
  const where = wordsOf(search).map(isSomewhere);
  return status ? [...where, { status }] : where;
}

const searched = ['name', 'email', 'subject', 'message', 'adminNotes'] as const;

function isSomewhere(word: string): FilterQuery<ContactSubmission> {
  const $ilike = containing(word);
  const places: FilterQuery<ContactSubmission>[] = searched.map((field) => ({ [field]: { $ilike } }));
  // All IDs with this prefix lie between these two.
  if (/^[\da-f]{8}$/i.test(word))
    places.push({
      id: { $gte: `${word}-0000-0000-0000-000000000000`, $lte: `${word}-ffff-ffff-ffff-ffffffffffff` },
    });
  return { $or: places };
}

/** @throws NotFound */
export function contactSubmission({ em }: ViewerContext, id: string): Promise<ContactSubmission> {
  return findSubmission(em, id);
}

/** Replies to a message, oldest first. @throws NotFound */
export async function contactReplies({ em }: ViewerContext, id: string): Promise<ContactReply[]> {
  const submission = await findSubmission(em, id);
  return em.find(ContactReply, { submission }, { orderBy: { at: 'asc' } });
}

/** Sets the status and notes. @throws NotFound, and Invalid when it would become new again */
export function updateContactSubmission(
  ctx: ViewerContext,
  id: string,
  { status, adminNotes }: UpdateContactInput,
): Promise<ContactSubmission> {
  return ctx.em.transactional(async (em) => {
    const submission = await lockSubmission(em, id);
    const { status: was, adminNotes: noted } = submission;
    if (status === ContactStatus.new && was !== ContactStatus.new)
      throw new Invalid({ status: "A message that was opened can't become new again" });
    if (status) setStatus(submission, status);
    if (typeof adminNotes === 'string') submission.adminNotes = adminNotes.trim();
    const changes = [
      ...(submission.status === was ? [] : [['status', was, submission.status] as const]),
      ...(submission.adminNotes === noted ? [] : [['adminNotes', noted, submission.adminNotes] as const]),
    ];
    if (changes.length === 0) return submission;
    await em.flush();
    await record(em, ctx, {
      action: 'contact.update',
      ...auditSubject(submission),
      before: Object.fromEntries(changes.map(([field, before]) => [field, before])) as AuditDetails,
      after: Object.fromEntries(changes.map(([field, , after]) => [field, after])) as AuditDetails,
    });
    return submission;
  });
}

/** `respondedAt` is the first reply. Later changes don't move it. */
export function setStatus(submission: ContactSubmission, status: ContactStatus): void {
  submission.status = status;
  if (status === ContactStatus.replied) submission.respondedAt ??= new Date();
}

/** Deletes a message with its replies. @throws NotFound */
export async function deleteContactSubmission(ctx: ViewerContext, id: string): Promise<string> {
  await ctx.em.transactional(async (em) => {
    const submission = await lockSubmission(em, id);
    const auditEntry = {
      action: 'contact.delete',
      ...auditSubject(submission),
      before: { status: submission.status },
    };
    em.remove(submission);
    await em.flush();
    await record(em, ctx, auditEntry);
  });
  return id;
}

/** Inbox statistics: what is waiting, and how long people waited. */
export async function contactFigures({ em, app }: ViewerContext): Promise<ContactFigures> {
  const { responseHours: promisedHours } = await organizationOf(app);
  const [row] = await queryRows(em, figureColumns, figures, [promisedHours, promisedHours]);
  const { oldestOpenAt, ...counted } = row!;
  return { ...counted, oldestOpenAt: oldestOpenAt === null ? null : new Date(oldestOpenAt), promisedHours };
}

const figureColumns = {
  unread: int,
  open: int,
  answered: int,
  medianSeconds: orNull(int),
  worstSeconds: orNull(int),
  late: int,
  overdue: int,
  oldestOpenAt: orNull(tables.contact_submission.created_at),
};

const figures = `
  with waits as (
    select status, created_at, extract(epoch from responded_at - created_at) as seconds,
           responded_at is null and status in ('new', 'read') as is_open,
           responded_at > now() - interval '30 days' as is_recent
      from contact_submission)
  select count(*) filter (where status = 'new')::int as "unread",
         count(*) filter (where is_open)::int as "open",
         count(*) filter (where is_recent)::int as "answered",
         round(percentile_cont(0.5) within group (order by seconds) filter (where is_recent))::int as "medianSeconds",
         round(max(seconds) filter (where is_recent))::int as "worstSeconds",
         count(*) filter (where is_recent and seconds > 3600 * ?::int)::int as "late",
         count(*) filter (where is_open and created_at < now() - make_interval(hours => ?::int))::int as "overdue",
         min(created_at) filter (where is_open) as "oldestOpenAt"
    from waits`;

/** How the audit log names a message. */
export function auditSubject({ id, email }: ContactSubmission): { subject: string; subjectId: string } {
  return { subject: `Message ${shortId(id)} of ${email}`, subjectId: id };
}

/** Locks the message until the transaction ends, so that concurrent changes see each other. @throws NotFound */
export function lockSubmission(em: EntityManager, id: string): Promise<ContactSubmission> {
  return findSubmission(em, id, LockMode.PESSIMISTIC_WRITE);
}

async function findSubmission(
  em: EntityManager,
  id: string,
  lockMode?: LockMode.PESSIMISTIC_WRITE,
): Promise<ContactSubmission> {
  const found = isId(id)
    ? await em.findOne(ContactSubmission, { id }, lockMode && { lockMode, refresh: true })
    : null;
  if (!found) throw new NotFound('Message');
  return found;
}

/**
 * Milliseconds within which the same text counts as the same reply: a double click, or a retry after a lost
 * response.
 */
const duplicateWindow = 10 * 60_000;

/**
 * Emails a reply to the sender and stores it. The same text is only sent once. @throws NotFound, Invalid if
 * nothing of the text can be emailed, Conflict for a suppressed address
 */
export function replyToContact(
  ctx: ViewerContext,
  id: string,
  input: ContactReplyInput,
): Promise<ContactSubmission> {
  const message = input.message.trim();
  const body = bodyOf(message);
  if (!body) throw new Invalid({ message: 'Reply is required' });
  return ctx.em.transactional(async (em) => {
    const submission = await lockSubmission(em, id);
    const since = new Date(Date.now() - duplicateWindow);
    if (await em.count(ContactReply, { submission, message, at: { $gt: since } })) return submission;
    const reason = await suppressionOf(em, submission.email);
    if (reason)
      throw new Conflict(
        `${submission.email} receives no email: ${reason}. Remove the suppression under Email, then send again.`,
      );
    const { firstName, lastName } = ctx.viewer.user;
    const by = `${firstName} ${lastName}`.trim();
    em.create(ContactReply, { submission, message, by, at: new Date() } as ContactReply);
    const before = { status: submission.status };
    setStatus(submission, ContactStatus.replied);
    await addEmail(em, submission.email, replyEmail(submission, body, await supportAddress(em)));
    await record(em, ctx, {
      action: 'contact.reply',
      ...auditSubject(submission),
      before,
      after: { status: submission.status },
    });
    return submission;
  });
}
