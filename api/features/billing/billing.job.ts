import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
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

/** Reconciles all billing with Stripe once a night. Does nothing without a key. */
export async function reconcileNightly(app: App, _payload: Record<string, never>): Promise<void> {
  const { secretKey } = await paymentSecrets(app.orm.em.fork());
  if (!secretKey) return;
  const drift = await reconcile(app);
  const unmended = drift.filter(({ mended }) => !mended).length;
  if (drift.length > 0) app.log.warn({ found: drift.length, unmended }, 'Billing differed from Stripe');
}

/** Syncs a customer from Stripe, which also updates its name and address there. */
export async function readCustomerAgain(app: App, { customerId }: { customerId: string }): Promise<void> {
  const { secretKey } = await paymentSecrets(app.orm.em.fork());
  if (secretKey) await syncCustomer(app, customerId);
}

/**
 * Cancels the subscriptions of a deleted team immediately. Our rows are deleted with the team, but the
 * customer and its invoices stay in Stripe for bookkeeping. The queue retries until it succeeds.
 */
export async function cancelStripeSubscription(
  { config, orm }: App,
  { customerId }: { customerId: string },
): Promise<void> {
  const stripe = await stripeOf(orm.em.fork(), config);
  const open = (await openSubscriptions(stripe, customerId).catch(unless(isMissing))) ?? [];
  for (const subscription of open) {
    const invoice = latestInvoiceOf(subscription);
    // Void the invoice first, while we can still find it. Otherwise Stripe keeps charging the card for it.
    // Payments already made are kept.
    if (invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id).catch(unless(isRejection));
    await stripe.subscriptions.cancel(subscription.id).catch(unless(isMissing));
  }
}

const unless = (isDone: (error: unknown) => boolean) => (error: unknown) => {
  if (!isDone(error)) throw error;
};

/** Teams notified per run. The rest follow a minute later. */
const most = 200;

/**
 * Emails owners whose trial without a subscription ends within three days or ended within the last three.
 * Stripe doesn't know about these trials.
 */
export async function emailTrialEnds({ orm, config }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const due = await queryRows(
    em,
    { id: tables.team.id },
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
