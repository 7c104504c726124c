import type { App } from '#api/config/app.ts';
import { addJob } from '#api/jobs/queue.ts';
import { connectionOf } from './connection.ts';
import { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import { refreshLists } from './lists.service.ts';
import { queueOf } from './ticket-jobs.ts';

/** Daily: has every team's lists read anew. */
export async function refreshAllLists(app: App): Promise<void> {
  const em = app.orm.em.fork();
  for (const { id, team } of await em.find(HalopsaConnection, {})) {
    const options = { queueName: queueOf(team.id), jobKey: `halopsa-lists:${id}`, maxAttempts: 3 };
    await addJob(em, 'refresh-halopsa-lists', { teamId: team.id }, options);
  }
}

/** Reads one team's lists anew; what goes wrong is said on its connection. */
export async function refreshTeamLists(app: App, { teamId }: { teamId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const connection = await connectionOf(em, teamId);
  if (!connection) return;
  try {
    await refreshLists(app, em, connection);
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
  }
}
