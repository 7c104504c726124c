import type { FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { int } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { dateOf } from '#api/db/row-values.ts';
import { readerOf, type ViewerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import type { Reader } from '#api/lib/local-time.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { Integration } from '../../integrations/integration.entity.ts';
import { lockTeamFor, findOwn } from '#api/features/teams/lock-team.store.ts';
import { lockDestinations, scheduleSender } from '../deliveries.store.ts';
import {
  AttemptResult,
  Delivery,
  DeliveryAttempt,
  DeliveryKind,
  DeliveryStatus,
  type SummaryStatus,
} from '../delivery.entity.ts';
import { isPaused } from '../destinations.store.ts';
import { isResendable, isEventNotChosen, recipientRefusal } from '../policy.ts';
import { because, channelName, reasonText } from '../reason-text.ts';
import type { DeliveriesArgs, DeliveryPage } from './deliveries.input.ts';

/** The team's deliveries, newest first. @throws NotFound for another team's channel, alert or cursor */
export async function deliveries(
  ctx: ViewerContext,
  { integrationId, alertId, status, kind, first, after }: DeliveriesArgs,
): Promise<DeliveryPage> {
  const { em, viewer } = ctx;
  const integration = integrationId && (await findOwn(ctx, Integration, integrationId, 'Integration'));
  const alert = alertId && (await findOwn(ctx, Alert, alertId, 'Alert'));
  const last = after && (await findOwn(ctx, Delivery, after, 'Delivery'));
  const where: FilterQuery<Delivery> = {
    team: viewer.team,
    ...(integration && { integration }),
    ...(alert && { alert }),
    ...(status && { status }),
    ...(kind && { kind }),
    ...(last && {
      $or: [{ createdAt: { $lt: last.createdAt } }, { createdAt: last.createdAt, id: { $lt: last.id } }],
    }),
  };
  const found = await em.find(Delivery, where, {
    orderBy: { createdAt: 'desc', id: 'desc' },
    limit: first + 1,
  });
  const nodes = found.slice(0, first);
  await complete(em, nodes, readerOf(ctx));
  return { nodes, nextCursor: found.length > first ? nodes.at(-1)!.id : null };
}

/**
 * Resends a failed delivery, or sends a retrying one immediately, under the same ID. Lifts the pause of its destination.
 * A delivery covered by a summary is sent with that summary.
 * @throws NotFound, or Conflict if there is nothing to send or nowhere to send it
 */
export function resendDelivery(ctx: ViewerContext, id: string): Promise<Delivery> {
  const reader = readerOf(ctx);
  return ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, 'alerts');
      const asked = await findOwn({ em, viewer: ctx.viewer }, Delivery, id, 'Delivery');
      const integration = asked.integration && (await em.findOne(Integration, { id: asked.integration.id }));
      if (integration) await lockDestinations(em, [integration.id]);
      // A worker may have settled it while this waited for the lock.
      await em.refresh(asked);
      const delivery = await messageOf(em, asked);
      if (!isResendable(delivery, !!integration && isPaused(integration)))
        throw new Conflict('Only failed messages can be resent');
      const name = channelName[delivery.channel];
      if (!integration)
        throw new Conflict(`${name} is no longer set up. Set it up under Integrations first.`);
      if (!integration.isActive)
        throw new Conflict(`${name} is turned off. Save it under Integrations first.`);
      const why =
        recipientRefusal(integration, delivery.recipient) ??
        (delivery.kind !== DeliveryKind.summary && isEventNotChosen(integration, delivery.kind)
          ? because('event_not_chosen')
          : undefined);
      if (why) throw new Conflict(reasonText({ ...reasonedOf(delivery), ...why }, reader) ?? '');
      integration.pausedUntil = null;
      // Waiting deliveries keep their time. A recovery that hasn't lasted long enough isn't sent early.
      if (delivery.status !== DeliveryStatus.waiting)
        em.assign(delivery, {
          status: DeliveryStatus.waiting,
          reasonCode: null,
          reasonParams: null,
          notBefore: null,
        });
      await em.flush();
      await scheduleSender(em, [integration.id]);
      await complete(em, [asked], reader);
      return asked;
    },
    { clear: true },
  );
}

/** The delivery that is actually sent: the summary that covers it, or itself. */
async function messageOf(em: EntityManager, delivery: Delivery): Promise<Delivery> {
  if (delivery.status !== DeliveryStatus.summarised || !delivery.summaryId) return delivery;
  return em.findOneOrFail(Delivery, { id: delivery.summaryId }, { refresh: true });
}

const unsettled: readonly DeliveryStatus[] = [DeliveryStatus.waiting, DeliveryStatus.retrying];

/** Loads attempts, summaries and pauses for deliveries. The number of queries doesn't depend on the number of deliveries. */
async function complete(em: EntityManager, shown: readonly Delivery[], reader: Reader): Promise<void> {
  await em.populate([...shown], ['alert', 'integration']);
  const attempts = await em.find(
    DeliveryAttempt,
    { delivery: [...shown] },
    { orderBy: { at: 'asc', id: 'asc' } },
  );
  const summaries = await summariesOf(em, shown, reader);
  for (const delivery of shown) {
    delivery.attemptLog = attempts.filter((attempt) => attempt.delivery.id === delivery.id);
    for (const attempt of delivery.attemptLog) attempt.outcome = outcomeText(attempt, delivery, reader);
    delivery.summaryStatus = summaries.get(summaryIdOf(delivery) ?? '') ?? null;
    delivery.pausedUntil = pauseOf(delivery);
  }
}

function outcomeText(
  { result, reasonCode, reasonParams }: DeliveryAttempt,
  delivery: Delivery,
  reader: Reader,
): string {
  if (result === AttemptResult.sent) return 'Delivered';
  if (result === AttemptResult.accepted) return 'Accepted';
  return reasonText({ ...reasonedOf(delivery), reasonCode, reasonParams }, reader) ?? '';
}

const reasonedOf = ({ channel, recipient }: Delivery) => ({ channel, recipient });

/** The summary that covers it. For a summary, the delivery itself. */
function summaryIdOf({ id, kind, status, summaryId }: Delivery): string | null {
  if (kind === DeliveryKind.summary) return id;
  return status === DeliveryStatus.summarised ? summaryId : null;
}

async function summariesOf(
  em: EntityManager,
  shown: readonly Delivery[],
  reader: Reader,
): Promise<Map<string, SummaryStatus>> {
  const ids = new Set(shown.flatMap((delivery) => summaryIdOf(delivery) ?? []));
  if (ids.size === 0) return new Map();
  const { id, status, channel, recipient } = tables.delivery;
  const rows = await queryRows(
    em,
    {
      id,
      status,
      channel,
      recipient,
      reasonCode: tables.delivery.reason_code,
      reasonParams: tables.delivery.reason_params,
      notBefore: tables.delivery.not_before,
      alerts: int,
    },
    `select s.id, s.status, s.channel, s.recipient, s.reason_code as "reasonCode", s.reason_params as "reasonParams",
            s.not_before as "notBefore",
            (select count(distinct d.alert_id)::int from delivery d
              where d.summary_id = s.id and d.kind <> 'summary') as alerts
       from delivery s where s.id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [JSON.stringify([...ids])],
  );
  return new Map(
    rows.map((row) => {
      return [
        row.id,
        {
          id: row.id,
          status: row.status,
          alerts: row.alerts,
          reason: reasonText(row, reader),
          notBefore: dateOf(row.notBefore),
        },
      ];
    }),
  );
}

/** For deliveries that are waiting, individually or in a summary. */
function pauseOf({ status, summaryStatus, integration }: Delivery): Date | null {
  const waits = unsettled.includes(
    status === DeliveryStatus.summarised ? (summaryStatus?.status ?? status) : status,
  );
  return waits && integration && isPaused(integration) ? (integration.pausedUntil ?? null) : null;
}
