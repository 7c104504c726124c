import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { csvExport } from '#api/exports/export.ts';
import { answerExport, answerText } from '#api/exports/exports.service.ts';
import { NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { containing, wordsOf } from '#api/db/text-search.ts';
import { record, recordsExport } from '../audit/audit.service.ts';
import { removeFromWaitlist } from './waitlist.service.ts';
import { WaitlistEntry, type WaitlistSummary } from './waitlist-entry.entity.ts';
import { WaitlistSort, type WaitlistPage, type WaitlistSearch } from './waitlist.input.ts';

/** Milliseconds in "the last 7 days". */
const week = 7 * 86_400_000;

/**
 * Lists the waitlist, newest first by default. Without `first`, returns everyone. @throws NotFound for
 * `after`
 */
export async function waitlist(ctx: ViewerContext, page: WaitlistPage): Promise<WaitlistEntry[]> {
  const { after, first, skip } = page;
  const order = orderOf(page);
  const where = matching(page);
  if (after) {
    const field = fieldOf(page);
    const { id, [field]: value } = await findEntry(ctx.em, after);
    const beyond = order.id === 'desc' ? '$lt' : '$gt';
    where.push({ $or: [{ [field]: { [beyond]: value } }, { [field]: value, id: { [beyond]: id } }] });
  }
  const options = { orderBy: order, offset: skip ?? 0 };
  if (first) return ctx.em.find(WaitlistEntry, { $and: where }, { ...options, limit: first });
  const pages = await answerExport(ctx, {
    kind: 'list',
    download: 'GET /api/admin/waitlist',
    record: recordsWaitlist(ctx, page),
    count: ({ em }) => em.count(WaitlistEntry, { $and: where }),
    pieces: (reader) => reader.findEntities(WaitlistEntry, { $and: where }, options),
  });
  return pages.flat();
}

function orderOf(search: WaitlistSearch) {
  const field = fieldOf(search);
  const order = (search.descending ?? field === 'createdAt') ? 'desc' : 'asc';
  return { [field]: order, id: order } as const;
}

const fieldOf = ({ sort }: WaitlistSearch) => fields[sort ?? WaitlistSort.joined];

const fields = { joined: 'createdAt', email: 'email', package: 'packageName' } as const;

/** Number of search results. */
export function waitlistCount({ em }: ViewerContext, search: WaitlistSearch): Promise<number> {
  return em.count(WaitlistEntry, { $and: matching(search) });
}

/** Every word must occur in the address or the package name. */
function matching({ search }: WaitlistSearch): FilterQuery<WaitlistEntry>[] {
  return wordsOf(search).map((word) => {
    const $ilike = containing(word);
    return { $or: [{ email: { $ilike } }, { packageName: { $ilike } }] };
  });
}

/** Waitlist statistics. Deleted packages count under their former name. */
export async function waitlistSummary({ em }: ViewerContext): Promise<WaitlistSummary> {
  const perPackage = await queryRows(
    em,
    { packageId: orNull(tables.package.id), packageName: tables.package.name, count: int },
    `select p.id as "packageId", coalesce(p.name, w.package_name) as "packageName", count(*)::int as count
       from waitlist_entry w left join package p on p.id = w.package_id
      group by 1, 2 order by 3 desc, 2`,
  );
  return {
    count: perPackage.reduce((sum, { count }) => sum + count, 0),
    mostPopular: perPackage[0]?.packageName ?? null,
    lastSevenDays: await em.count(WaitlistEntry, { createdAt: { $gt: new Date(Date.now() - week) } }),
    unsubscribed: await em.count(WaitlistEntry, { unsubscribedAt: { $ne: null } }),
    perPackage,
  };
}

/** Waitlist as CSV, in the order they joined by default. */
export async function waitlistCsv(ctx: ViewerContext, search: WaitlistSearch): Promise<string> {
  const where = { $and: matching(search) };
  return answerText(
    ctx,
    csvExport({
      download: 'GET /api/admin/waitlist/csv',
      record: recordsWaitlist(ctx, search),
      columns: [
        { key: 'email', header: 'Email' },
        { key: 'packageName', header: 'Package' },
        { key: 'createdAt', header: 'Joined' },
        { key: 'unsubscribedAt', header: 'Unsubscribed' },
      ],
      count: ({ em }) => em.count(WaitlistEntry, where),
      batches: (reader) =>
        reader.find(WaitlistEntry, where, {
          orderBy: orderOf({ ...search, descending: search.descending ?? false }),
        }),
    }),
  );
}

const recordsWaitlist = (ctx: ViewerContext, { search }: WaitlistSearch) =>
  recordsExport(ctx, { action: 'waitlist.export', subject: 'Waitlist' }, { search });

/** Deletes an entry. @throws NotFound */
export async function deleteWaitlistEntry({ em, ...ctx }: ViewerContext, id: string): Promise<string> {
  const { email, packageName } = await findEntry(em, id);
  await em.transactional(async (em) => {
    if (!(await removeFromWaitlist(em, email))) throw new NotFound('Entry');
    const before = { package: packageName };
    await record(em, ctx, { action: 'waitlist.delete', subject: email, subjectId: id, before });
  });
  return id;
}

async function findEntry(em: EntityManager, id: string): Promise<WaitlistEntry> {
  const found = isId(id) ? await em.findOne(WaitlistEntry, { id }) : null;
  if (!found) throw new NotFound('Entry');
  return found;
}
