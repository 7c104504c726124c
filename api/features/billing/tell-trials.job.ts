import type { App } from '#api/config/app.ts';
import { lockTeam } from '../teams/lock-team.ts';
import { Team } from '../teams/team.entity.ts';
import { isBought } from '../users/user.entity.ts';
import * as letters from './letters.ts';
import { tellOwner } from './notices.ts';
import { finalStatuses, Subscription } from './subscription.entity.ts';

/** Teams told at a time; the others a minute later. */
const most = 200;

/**
 * Tells owners that the trial without a subscription ends within three days, or ended within the last three: Stripe knows
 * nothing of it.
 */
export async function tellTrials({ orm, config }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const due: { id: string }[] = await em.execute(
    `select t.id from team t
      where t.trial_ends_at between now() - interval '3 days' and now() + interval '3 days'
        and t.active_until = t.trial_ends_at
        and not exists (select from subscription s where s.team_id = t.id and ${isBought})
        and not exists (select from billing_notice n where n.team_id = t.id
                         and n.kind = case when t.trial_ends_at > now() then 'billing-trial-ends' else 'billing-trial-ended' end
                         and n.about = to_char(t.trial_ends_at at time zone 'utc', 'YYYY-MM-DD'))
      order by t.trial_ends_at limit ${most}`,
  );
  for (const { id } of due) {
    await orm.em.fork().transactional(async (em) => {
      await lockTeam(em, id);
      const team = await em.findOne(Team, { id }, { populate: ['package'] });
      const running = { team: id, status: { $nin: [...finalStatuses, 'incomplete'] }, lacksCard: false };
      if (!team?.trialEndsAt || (await em.count(Subscription, running)) > 0) return;
      const isOver = team.trialEndsAt <= new Date();
      const letter = isOver
        ? letters.trialEnded(config, team.package)
        : letters.trialEnds(config, team.package, team.trialEndsAt);
      await tellOwner(em, team, team.trialEndsAt.toISOString().slice(0, 10), letter);
    });
  }
}
