import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { record } from '../audit/audit.service.ts';
import { settleLimits } from '../controllers/settle-limits.ts';
import type { Package } from '../packages/package.entity.ts';
import { inTurn } from '../teams/lock-team.ts';
import { Team } from '../teams/team.entity.ts';
import { atDesk, type Desk } from './desk.ts';
import { abandon, isUnfinished, openAtStripe } from './open-subscriptions.ts';
import { finalStatuses, Subscription } from './subscription.entity.ts';
import { PaymentStep, type SubscriptionStart } from './subscription-start.ts';
import { syncCustomer } from './sync.ts';

/** Takes a package that costs nothing, at once. @throws Conflict while another is being paid for */
export async function takeFree(ctx: CustomerContext, plan: Package): Promise<SubscriptionStart> {
  const { stripeCustomerId } = await ctx.em.findOneOrFail(Team, ctx.viewer.team.id, { refresh: true });
  const live = { team: ctx.viewer.team, status: { $nin: [...finalStatuses] } };
  if (stripeCustomerId && (await ctx.em.count(Subscription, live)) > 0)
    await atDesk(ctx, (desk) => endBeginnings(ctx, desk, plan));
  await inTurn(ctx, 'own', async (own) => {
    const team = await own.em.findOneOrFail(Team, ctx.viewer.team.id, { populate: ['package'] });
    if ((await own.em.count(Subscription, live)) > 0) throw new Conflict(cancelFirst(plan));
    const before = { package: team.package?.name ?? null };
    own.em.assign(team, { package: plan.id, activeUntil: null });
    await own.em.flush();
    await settleLimits(own.em, team.id);
    await record(own.em, ctx, {
      action: 'subscription.free',
      subject: team.name,
      subjectId: team.id,
      before,
      after: { package: plan.name },
    });
  });
  return {
    clientSecret: null,
    confirm: PaymentStep.none,
    status: 'active',
    amount: 0,
    currency: plan.currency,
  };
}

const cancelFirst = ({ name }: Package) =>
  `Cancel your subscription first. When it has ended, you can take ${name}.`;

/** Whoever takes what is free pays for nothing that they left half done. @throws Conflict for what is paid for */
async function endBeginnings(ctx: CustomerContext, { stripe, team }: Desk, plan: Package): Promise<void> {
  const customer = team.stripeCustomerId ?? '';
  const open = await openAtStripe(stripe, customer);
  if (!open.every(isUnfinished)) throw new Conflict(cancelFirst(plan));
  for (const one of open) await abandon(stripe, one);
  await syncCustomer(ctx.app, customer);
}
