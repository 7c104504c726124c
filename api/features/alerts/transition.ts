import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { AlertEntry, AlertEntryKind, type EntryParams } from './alert-entry.entity.ts';
import { countRaised } from './month.ts';

/** A line of an alert's timeline before it has its id. */
export interface NewEntry {
  alertId: string;
  kind: AlertEntryKind;
  at: Date;
  detail?: string | null;
  params?: EntryParams | null;
  by?: string | null;
  until?: Date | null;
  since?: Date | null;
}

/** A line that was written. */
export type Transition = NewEntry & { id: string };

/** Kinds that people may be told about; a snooze that is taken back lets go of what it kept from them. */
const toldKinds = [
  AlertEntryKind.raised,
  AlertEntryKind.flapping,
  AlertEntryKind.stable,
  AlertEntryKind.escalated,
  AlertEntryKind.resolved,
  AlertEntryKind.reminded,
  AlertEntryKind.unsnoozed,
] as const;

/** Writes what follows from transitions of one team, in the same transaction: deliveries, tickets and their jobs. */
export type TransitionHandler = (
  em: EntityManager,
  teamId: string,
  transitions: readonly Transition[],
) => Promise<void>;

export const transitionHandlers = new ExtensionPoint<readonly TransitionHandler[]>('alert transitions');

/**
 * Writes lines of timelines within the caller's transaction, which holds the team's lock, and has everything that
 * follows from them written in the same one: alert, deliveries and jobs commit together or not at all.
 */
export async function enter(
  em: EntityManager,
  teamId: string,
  entries: readonly NewEntry[],
): Promise<Transition[]> {
  if (!em.getTransactionContext()) throw new Error('A timeline is written in the transaction of the change');
  if (entries.length === 0) return [];
  const transitions = entries.map((entry) => ({ ...entry, id: randomUUID() }));
  await em.insertMany(
    AlertEntry,
    transitions.map(({ alertId, ...line }) => ({
      detail: null,
      params: null,
      by: null,
      until: null,
      since: null,
      ...line,
      alert: alertId,
      team: teamId,
    })),
  );
  const raised = transitions.filter(({ kind }) => kind === AlertEntryKind.raised);
  if (raised[0])
    await countRaised(
      em,
      teamId,
      raised.map(({ alertId }) => alertId),
      raised[0].at,
    );
  const told = transitions.filter(
    ({ kind, params }) => !params?.isRepeated && toldKinds.some((one) => one === kind),
  );
  if (told.length > 0) for (const handle of transitionHandlers.value) await handle(em, teamId, told);
  return transitions;
}
