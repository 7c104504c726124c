import type { HalopsaFaults } from './faults.ts';
import type { HalopsaWorld } from './world.ts';

/** Rows of a page where nobody asks for pages. */
const unasked = 50;

/** A list in one of the service's two shapes. Filters that it does not know are ignored without a word. */
export function listOf(
  resource: string,
  query: URLSearchParams,
  world: HalopsaWorld,
  faults: HalopsaFaults,
): unknown {
  switch (resource) {
    case 'Client':
      return paged('clients', searched(active(world.clients, query), query), query, faults);
    case 'Site':
      return paged('sites', sitesOf(world, query), query, faults);
    case 'Category': {
      const type = query.get('type_id');
      const rows = world.categories.filter((row) => !type || row.type_id === Number(type));
      return reference('categories', rows, faults);
    }
    case 'Priority':
      return reference('priorities', world.priorities, faults);
    case 'Status':
      return reference('statuses', world.statuses, faults);
    case 'TicketType':
      return reference(
        'tickettypes',
        world.ticketTypes.map((row) => ({ ...row, mandatory: undefined })),
        faults,
      );
    default:
      return undefined;
  }
}

/** A page in an envelope: without `pageinate` its size is ignored, and `count` falsifies what is counted. */
export function paged(
  key: string,
  rows: readonly object[],
  query: URLSearchParams,
  { capsPages, countLies }: HalopsaFaults,
): Record<string, unknown> {
  const count = Number(query.get('count')) || undefined;
  if (query.get('pageinate') !== 'true') {
    return { record_count: count ?? (countLies ? 50 : rows.length), [key]: rows.slice(0, count ?? unasked) };
  }
  const asked = Number(query.get('page_size')) || unasked;
  const size = capsPages ? Math.min(asked, unasked) : asked;
  const number = Number(query.get('page_no')) || 1;
  return {
    page_no: number,
    page_size: asked,
    record_count: countLies ? 50 : rows.length,
    [key]: rows.slice((number - 1) * size, number * size),
  };
}

function reference(key: string, rows: readonly object[], { wrapsLists }: HalopsaFaults): unknown {
  return wrapsLists ? { record_count: rows.length, [key]: rows } : rows;
}

function sitesOf(world: HalopsaWorld, query: URLSearchParams): object[] {
  const client = query.get('client_id');
  const rows = world.sites.filter((row) => !client || row.client_id === Number(client));
  return searched(active(rows, query), query);
}

function active<Row extends { inactive: boolean }>(rows: Row[], query: URLSearchParams): Row[] {
  return query.get('includeinactive') === 'true' ? rows : rows.filter(({ inactive }) => !inactive);
}

function searched<Row extends { name: string }>(rows: Row[], query: URLSearchParams): Row[] {
  const text = query.get('search')?.toLowerCase();
  return text ? rows.filter(({ name }) => name.toLowerCase().includes(text)) : rows;
}
