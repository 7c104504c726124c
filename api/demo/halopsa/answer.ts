import type { HalopsaFaults } from './faults.ts';
import type { HalopsaTicketRow } from './tickets.ts';

/** What stands for "no date" in the service's rows. */
const unset = '1900-01-01T00:00:00';

/** A ticket as one record; lists leave its longer fields out. */
export function ticketRecord(ticket: HalopsaTicketRow, faults: HalopsaFaults): Record<string, unknown> {
  const { notes: _, details, datecreated, dateclosed, wasClosed, priority_id, ...row } = ticket;
  return {
    ...row,
    details,
    priority_id,
    priority: { priorityid: priority_id, responsetime: 4.0 },
    hasbeenclosed: dateclosed !== null || (faults.keepsClosedMark && wasClosed),
    datecreated: dateText(datecreated, faults),
    dateclosed: dateclosed ? dateText(dateclosed, faults) : unset,
    targetdate: '1899-12-30T00:00:00',
    customfields: [],
  };
}

/** A ticket as a row of the list. */
export function ticketRow(ticket: HalopsaTicketRow, faults: HalopsaFaults): Record<string, unknown> {
  const { details: _, priority: __, hasbeenclosed: ___, ...row } = ticketRecord(ticket, faults);
  return { ...row, customfields: null };
}

/** JSON as the service writes it: some tenants' numbers come as `246.0`, their ids as text. */
export function jsonText(value: unknown, { floatIds }: HalopsaFaults): string {
  const text = JSON.stringify(value);
  // A site's client is a float wherever it is asked for.
  const floats = text.replace(/"client_id":(\d+)/g, '"client_id":$1.0');
  return floatIds ? floats.replace(/"(id|priorityid|status_id)":(\d+)/g, '"$1":"$2"') : floats;
}

function dateText(date: Date, { zonedDates }: HalopsaFaults): string {
  return zonedDates ? date.toISOString() : date.toISOString().replace('Z', '');
}
