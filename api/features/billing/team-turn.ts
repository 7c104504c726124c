import { lockClasses } from '#api/db/lock-keys.ts';
import { turnsOf } from './turns.ts';

/**
 * Does what changes a team's subscription at Stripe while nobody else does. Within it come the customer's turn, the team's
 * lock and rows, never the other way round: no lock of rows waits for Stripe. What it does needs other connections than
 * its own.
 */
export const teamTurn = turnsOf({ lockClass: lockClasses.team, most: 5 });
