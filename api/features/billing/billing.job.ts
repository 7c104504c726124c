import type { App } from '#api/config/app.ts';
import { reconcile } from './events/reconcile.service.ts';
import { paymentSecrets, isMissing, isRejection, stripeOf } from './stripe.client.ts';
import { syncCustomer } from './sync/sync.store.ts';
import { latestInvoiceOf, openSubscriptions } from './checkout/subscriptions.client.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { Team } from '../teams/team.entity.ts';
import { isPaidSubscription } from '../users/user.entity.ts';
import * as emails from './notices/emails.ts';
import { emailOwnerOnce } from './notices/owner-notices.store.ts';
import { finalStatuses, Subscription } from './subscription.entity.ts';

/** Compares everything with Stripe, once a night; without a key there is nothing to compare with. */
export async function reconcileNightly(app: App, _payload: Record<string, never>): Promise<void> {
  const { secretKey } = await paymentSecrets(app.orm.em.fork());
  if (!secretKey) return;
  const drift = await reconcile(app);
  const unmended = drift.filter(({ mended }) => !mended).length;
  if (drift.length > 0) app.log.warn({ found: drift.length, unmended }, 'Billing was another than at Stripe');
}

/** Reads a customer at Stripe again, which brings its name and address up to date there. */
export async function readCustomerAgain(app: App, { customerId }: { customerId: string }): Promise<void> {
  const { secretKey } = await paymentSecrets(app.orm.em.fork());
  if (secretKey) await syncCustomer(app, customerId);
}

/**
 * Ends what a team that is no more has at Stripe, at once: nobody is left to use it. Our rows went with the team; the
 * customer and its invoices stay at Stripe, for the books. Tried again until it is done.
 */
export async function cancelStripeSubscription(
  { config, orm }: App,
  { customerId }: { customerId: string },
): Promise<void> {
  const stripe = await stripeOf(orm.em.fork(), config);
  const open = (await openSubscriptions(stripe, customerId).catch(unless(isMissing))) ?? [];
  for (const subscription of open) {
    const invoice = latestInvoiceOf(subscription);
    // First, while it can still be found: what is owed would go on being charged to the card. What was just paid stays so.
    if (invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id).catch(unless(isRejection));
    await stripe.subscriptions.cancel(subscription.id).catch(unless(isMissing));
  }
}

const unless = (isDone: (error: unknown) => boolean) => (error: unknown) => {
  if (!isDone(error)) throw error;
};

/** Teams told at a time; the others a minute later. */
const most = 200;

/**
 * Tells owners that the trial without a subscription ends within three days, or ended within the last three: Stripe knows
 * nothing of it.
 */
export async function emailTrialEnds({ orm, config }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const due: { id: string }[] = await em.execute(
    `select t.id from team t
      where t.trial_ends_at between now() - interval '3 days' and now() + interval '3 days'
        and t.active_until = t.trial_ends_at
        and not exists (select from subscription s where s.team_id = t.id and ${isPaidSubscription})
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
        ? emails.trialEnded(config, team.package)
        : emails.trialEnds(config, team.package, team.trialEndsAt);
      await emailOwnerOnce(em, team, team.trialEndsAt.toISOString().slice(0, 10), letter);
    });
  }
}
