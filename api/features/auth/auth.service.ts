import type { CustomerContext } from '#api/context.ts';
import { ringSessions } from '#api/events/sessions.ts';
import { Session } from './session.entity.ts';

/** Ends the session on every node, its sockets included. */
export async function signOut(ctx: CustomerContext): Promise<boolean> {
  const { passId } = ctx.viewer;
  await ctx.em.nativeDelete(Session, { id: passId });
  ringSessions(ctx.app.bell, [passId]);
  return true;
}

/** One spelling per address. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
