import type { CustomerContext } from '#api/graphql/context.ts';
import { longestWait } from '../notifications/deliveries.store.ts';
import { lateReadings } from './late-readings.ts';
import type { TeamDelays } from './team-delays.ts';

/** Seconds after which a message that could go out is late. */
const messagePatience = 120;

/** What the product does late for the viewer's team. */
export async function teamDelays({ app, em, viewer }: CustomerContext): Promise<TeamDelays> {
  const waited = await longestWait(em, viewer.team.id);
  return {
    readings: await lateReadings(em, viewer.team.id, app.config.pollIntervalSeconds),
    messagesSince: waited >= messagePatience ? new Date(Date.now() - waited * 1000) : null,
  };
}
