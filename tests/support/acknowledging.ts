import { expect } from 'vitest';
import { as } from './as.ts';
import type { Visitor } from './people.ts';

/** The fields of an alert about its acknowledgement. */
export const acknowledgement = 'id acknowledgedAt acknowledgedBy acknowledgeNote';

/** While no one does. */
export const untouched = {
  id: expect.any(String) as string,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgeNote: null,
};

export function acknowledgeAlert(person: Visitor, id: string, note?: unknown) {
  return as(person).ask(
    `mutation ($id: ID!, $note: String) { acknowledgeAlert(id: $id, note: $note) { ${acknowledgement} } }`,
    { id, note },
  );
}

export function unacknowledgeAlert(person: Visitor, id: string) {
  return as(person).ask(`mutation ($id: ID!) { unacknowledgeAlert(id: $id) { ${acknowledgement} } }`, { id });
}
