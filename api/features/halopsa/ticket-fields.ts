import type { Choices, NewTicket } from './halopsa.ts';
import { tenantPriority } from './priority.ts';
import type { TicketWish } from './ticket-wish.ts';

/** The lists of a tenant that a wish is held against; absent where nothing is chosen from one. */
export interface TenantLists {
  clients?: Choices;
  sites?: Choices;
  categories: Choices;
  priorities: Choices;
}

export type WishedFields = Pick<NewTicket, 'client_id' | 'site_id' | 'priority_id' | 'category_1'>;

/** A wish in the tenant's own numbers and words, or what of it the tenant does not have any more and how to repair it. */
export function fieldsFor(
  wish: TicketWish,
  lists: TenantLists,
): { fields: WishedFields } | { problem: string } {
  const gone = missingOf(wish, lists);
  if (gone) return { problem: gone };
  // A ticket takes the text of a category, which may have been changed since it was chosen.
  const chosen = categoryOf(wish);
  const category = lists.categories.rows.find(({ id }) => id === chosen)?.name ?? wish.categoryName;
  const priority = tenantPriority(
    wish.priority,
    lists.priorities.rows.map(({ id }) => id),
  );
  return {
    fields: {
      ...(wish.clientId !== null && { client_id: wish.clientId }),
      ...(wish.siteId !== null && { site_id: wish.siteId }),
      ...(priority !== undefined && { priority_id: priority }),
      ...(category && { category_1: category }),
    },
  };
}

/** What the forms begin with (specification 1, section 5). */
const defaultCategory = 1;

/** What was chosen and is not there any more, in a sentence that says where to choose anew. */
export function missingOf(wish: TicketWish, lists: Partial<TenantLists>): string | undefined {
  const { clients, sites, categories } = lists;
  if (isGone(wish.clientId, clients)) return gone('client', wish.clientName, wish.clientId, wish);
  if (isGone(wish.siteId, sites)) return strayed(wish);
  const category = categoryOf(wish);
  if (isGone(category, categories)) return gone('category', wish.categoryName, category, wish);
  return undefined;
}

/** Null where the form's default stands, which nobody chose: the ticket has no category then, as the form says. */
function categoryOf({ categoryId, categoryName }: TicketWish): number | null {
  return categoryName !== null || categoryId !== defaultCategory ? categoryId : null;
}

/** A list that was cut does not tell. */
function isGone(id: number | null, list: Choices | undefined): boolean {
  return id !== null && list !== undefined && !list.truncated && !list.rows.some((row) => row.id === id);
}

function gone(what: string, name: string | null, id: number | null, { from }: TicketWish): string {
  const repair = `Choose another ${what} in ${from}, then try again.`;
  return `The ${what} ${called(name, id)} is not in HaloPSA any more. ${repair}`;
}

/** The list holds the sites of one client: one that is not in it is gone, or another's. */
function strayed({ from, ...wish }: TicketWish): string {
  const [site, client] = [called(wish.siteName, wish.siteId), called(wish.clientName, wish.clientId)];
  const says = `The site ${site} does not belong to the client ${client} in HaloPSA: it is gone, or another client's.`;
  return `${says} Choose another site in ${from}, then try again.`;
}

function called(name: string | null, id: number | null): string {
  return name ? `"${name}"` : `number ${id}`;
}
