import type { App } from '#api/config/app.ts';
import { changeRows } from '#api/db/query-rows.ts';
import { addEmail } from '../email/outbox.store.ts';
import { ownersOf } from '../notifications/destinations.store.ts';
import { channelName } from '../notifications/reason-text.ts';
import { exceededBudgets, type ExceededBudget } from './budgets.store.ts';

/** A week that has just ended is looked at for so long, because its last messages may have exceeded a budget. */
const afterwardsMs = 3_600_000;

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Emails the owner when a channel has sent more than its budget, once per channel and week. */
export async function emailExceededBudgets(app: App, _payload: Record<string, never>): Promise<void> {
  const now = Date.now();
  for (const at of [new Date(now - afterwardsMs), new Date(now)])
    for (const exceeded of await exceededBudgets(app.orm.em.fork(), at)) await warn(app, exceeded);
}

async function warn(
  { orm, config }: App,
  { id, teamId, channel, budget, messages, week }: ExceededBudget,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // Commits with the emails, so a job that is killed or runs twice warns once.
    const isFirst = await changeRows(
      em,
      `update integration set budget_warned_week = ?
        where id = ? and weekly_budget is not null and (budget_warned_week is null or budget_warned_week < ?)`,
      [week, id, week],
    );
    if (isFirst === 0) return;
    const name = channelName[channel];
    const ofWeek = `in the week of ${day.format(new Date(week))}`;
    for (const { email, teamName } of await ownersOf(em, teamId)) {
      await addEmail(em, email, {
        kind: 'channel-budget',
        subject: `${name} went over its message budget for ${teamName}`,
        heading: `${name} went over its budget ${ofWeek}`,
        paragraphs: [
          `${name} sent ${messages.toLocaleString('en')} messages for the team ${teamName} ${ofWeek}. Its budget is ${budget.toLocaleString('en')}.`,
          'Nothing is held back: alerts are sent as usual. The Noise page shows which rules and devices sent most, and how to make them quieter.',
        ],
        action: { label: 'Open Noise', url: `${config.publicUrl}/noise` },
        note: "You're receiving this email because you own this team.",
      });
    }
  });
}
