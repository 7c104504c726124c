import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import { readerOf, type Context, type ViewerContext } from '#api/graphql/context.ts';
import { memoize } from '#api/lib/concurrency.ts';
import { NotFound } from '#api/lib/errors.ts';
import type { Event } from '#api/live/event.entity.ts';
import { servedByHub, type LiveField, type LiveRoot } from '#api/live/live-field.ts';
import { lengthOf } from '#api/exports/export.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { requireOwn } from '../teams/lock-team.store.ts';
import {
  Acknowledgement,
  AlertActionResult,
  AcknowledgedSelection,
  SnoozedSelection,
  BulkAcknowledgement,
  BulkSnooze,
  Snooze,
  AlertDay,
  AlertHistoryArgs,
  AlertPage,
  AlertSearch,
} from './alert.input.ts';
import * as acting from './alert-actions.service.ts';
import { Alert } from './alert.entity.ts';
import * as service from './alerts.service.ts';
import { AlertChange, ControllerAlertCount, ControllerAlerts } from './alerts.service.ts';
import { AlertEntry } from './alert-entry.entity.ts';
import { messageOf, pastMessageOf, summaryOf, type AlertLife, type AlertParts } from './message.ts';
import { RuleSnapshot } from './rule-snapshot.ts';
import * as timelines from './timeline.service.ts';
import type { Line } from './timeline.service.ts';
import * as history from './alert-history.service.ts';

/** Roots are typed by the fields that are read, because type-graphql would copy plain rows into entities. */
@Resolver(() => Alert)
export class AlertsResolver {
  @FieldResolver(() => String, {
    description:
      'What is wrong, where and since when, with the measured value: `AP Lobby (Head Office) has been offline since 14:02 CET`. Times are in the zone of your `Time-Zone` header, else your own or your team’s, else UTC. With an `Hour-Cycle` header (`h12` or `h23`) they are without the zone, as in `2:02 PM`. A `Date-Order` header (`day-month` or `month-day`) sets the order of dates and leaves out the current year, as in `20 Nov` or `Nov 20`.',
  })
  message(@Root() alert: AlertParts, @Ctx() ctx: Context): string {
    return messageOf(alert, readerOf(ctx));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The message of an alert that has recovered, or is flapping and OK for now: `AP Lobby (Head Office) was offline from 20:18 to 20:21 CET (3 min)`. `null` while it is wrong or unknown, and where its end isn’t known.',
  })
  pastMessage(@Root() alert: AlertLife, @Ctx() ctx: Context): string | null {
    return pastMessageOf(alert, readerOf(ctx));
  }

  @FieldResolver(() => String, {
    description:
      'The message without the device and its place, for lists that show those beside it: `Offline since 14:02 CET`. In the past tense while `pastMessage` isn’t null.',
  })
  summary(@Root() alert: AlertLife, @Ctx() ctx: Context): string {
    return summaryOf(alert, readerOf(ctx));
  }

  @Allow('read')
  @Query(() => ControllerAlerts, {
    description: 'Returns the open alerts of a controller, on its selected site or on all of its sites.',
  })
  currentAlerts(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ControllerAlerts> {
    return service.currentAlerts(ctx, controllerId);
  }

  @Allow('read')
  @Query(() => Int, { description: 'Returns the number of open alerts on all your controllers.' })
  openAlertCount(@Ctx() ctx: ViewerContext): Promise<number> {
    return service.openAlertCount(ctx);
  }

  @Allow('read')
  @Query(() => [ControllerAlertCount], {
    description:
      'Returns the number of open alerts on each controller that has any, worst first. An outage of an internet provider counts at each controller that it affects.',
  })
  openAlertsByController(@Ctx() ctx: ViewerContext): Promise<ControllerAlertCount[]> {
    return service.openAlertsByController(ctx);
  }

  @Allow('read')
  @Query(() => Alert, { description: 'One alert of your team, open or over.' })
  alert(
    @Arg('id', () => ID, { description: 'Of an alert of your team.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Alert> {
    return timelines.alert(ctx, id);
  }

  @Allow('read')
  @Query(() => [AlertEntry], {
    description:
      'What happened to an alert and was done with it, oldest first. Of more than 1000 lines the beginning and the newest.',
  })
  alertEntries(
    @Arg('alertId', () => ID, { description: 'Of an alert of your team.' }) alertId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Line[]> {
    return timelines.alertEntries(ctx, alertId);
  }

  @Allow('read')
  @Query(() => RuleSnapshot, {
    nullable: true,
    description:
      "The rule of an alert as it was when it last raised it. `null` for older alerts, for which it wasn't stored.",
  })
  alertRuleSnapshot(
    @Arg('alertId', () => ID, { description: 'Of an alert of your team.' }) alertId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<RuleSnapshot | null> {
    return timelines.alertRuleSnapshot(ctx, alertId);
  }

  @Allow('acknowledge')
  @Mutation(() => Alert, {
    description: 'Acknowledges an open alert. The first person stays; a new note replaces the old one.',
  })
  acknowledgeAlert(
    @Args(() => Acknowledgement) acknowledgement: Acknowledgement,
    @Ctx() ctx: ViewerContext,
  ): Promise<Alert> {
    return acting.acknowledgeAlert(ctx, acknowledgement);
  }

  @Allow('acknowledge')
  @Mutation(() => Alert, { description: 'Removes the acknowledgement of an open alert, including its note.' })
  unacknowledgeAlert(
    @Arg('id', () => ID, { description: 'Of an open alert of your team.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Alert> {
    return acting.unacknowledgeAlert(ctx, id);
  }

  @Allow('acknowledge')
  @Mutation(() => Alert, {
    description:
      'Snoozes an open alert for a number of minutes. If the problem persists after that, notifications are sent again. Snoozing it again replaces the end.',
  })
  snoozeAlert(@Args(() => Snooze) snooze: Snooze, @Ctx() ctx: ViewerContext): Promise<Alert> {
    return acting.snoozeAlert(ctx, snooze);
  }

  @Allow('acknowledge')
  @Mutation(() => Alert, { description: 'Ends the snooze of an open alert.' })
  unsnoozeAlert(
    @Arg('id', () => ID, { description: 'Of an open alert of your team.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<Alert> {
    return acting.unsnoozeAlert(ctx, id);
  }

  @Allow('acknowledge')
  @Mutation(() => [AlertActionResult], {
    description:
      'Acknowledges several open alerts, as `acknowledgeAlert` does, and says for each what happened.',
  })
  acknowledgeAlerts(
    @Args(() => BulkAcknowledgement) acknowledgement: BulkAcknowledgement,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertActionResult[]> {
    return acting.acknowledgeAlerts(ctx, acknowledgement);
  }

  @Allow('acknowledge')
  @Mutation(() => [AlertActionResult], {
    description: 'Removes the acknowledgement of several open alerts, and says for each what happened.',
  })
  unacknowledgeAlerts(
    @Args(() => AcknowledgedSelection) selection: AcknowledgedSelection,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertActionResult[]> {
    return acting.unacknowledgeAlerts(ctx, selection);
  }

  @Allow('acknowledge')
  @Mutation(() => [AlertActionResult], {
    description: 'Snoozes several open alerts, as `snoozeAlert` does, and says for each what happened.',
  })
  snoozeAlerts(
    @Args(() => BulkSnooze) snooze: BulkSnooze,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertActionResult[]> {
    return acting.snoozeAlerts(ctx, snooze);
  }

  @Allow('acknowledge')
  @Mutation(() => [AlertActionResult], {
    description: 'Ends the snooze of several open alerts, and says for each what happened.',
  })
  unsnoozeAlerts(
    @Args(() => SnoozedSelection) selection: SnoozedSelection,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertActionResult[]> {
    return acting.unsnoozeAlerts(ctx, selection);
  }

  @Allow('read')
  @Subscription(() => AlertChange, {
    ...servedByHub,
    description:
      'Each change of an alert as it happens. With `after` it first repeats what was missed since that cursor.',
  })
  async alertChanged(
    @Arg('controllerId', () => ID, {
      nullable: true,
      description:
        'One of your controllers. Also reports provider outages that affected it. `null` listens to all of them.',
    })
    _controllerId: string | null,
    @Arg('after', () => String, {
      nullable: true,
      description:
        'A `cursor` of `openAlerts`, of `currentAlerts` or of an earlier change. `null` sends only changes from now on. Changes are kept for 7 days. A cursor that missed an older change, or more than 10,000 changes of your team, is refused with `BAD_USER_INPUT`. Load the alerts again in that case.',
    })
    _after: string | null,
    @Root() { event }: LiveRoot,
    @Ctx() ctx: Context,
  ): Promise<AlertChange> {
    const change = event && (await service.alertChange(ctx, event));
    if (!change) throw new NotFound('Alert');
    return change;
  }

  @Allow('read')
  @Subscription(() => Int, {
    ...servedByHub,
    description:
      'Sends the number of open alerts on all your controllers, first right away and then whenever an alert changes, at most four times a second.',
  })
  openAlertCountChanged(@Root() { event }: LiveRoot, @Ctx() ctx: ViewerContext): Promise<number> {
    return event
      ? memoize(countsAfter, event, () => service.openAlertCount(ctx))
      : service.openAlertCount(ctx);
  }
}

/** The team's open alerts after an event, counted once for all who are waiting for it. */
const countsAfter = new WeakMap<Event, Promise<number>>();

export const alertChanged: LiveField<{ controllerId?: string | null }> = {
  accepts: (event, { controllerId }) =>
    !!event.alertId &&
    (controllerId == null ||
      event.controllerId === controllerId ||
      event.affectedControllerIds?.includes(controllerId) === true),
  replay: true,
  authorize: (ctx, { controllerId }) =>
    controllerId == null ? undefined : requireOwn(ctx, Controller, controllerId, 'Controller'),
};

export const openAlertCountChanged: LiveField = {
  accepts: () => true,
  replay: false,
  initial: true,
  authorize: () => undefined,
};

@Resolver()
export class AlertHistoryResolver {
  @Allow('read')
  @Query(() => AlertPage, {
    description: "Open and resolved alerts of your team within the package's history, latest first.",
  })
  alertHistory(
    @Args(() => AlertHistoryArgs) args: AlertHistoryArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertPage> {
    return history.alertHistory(ctx, args);
  }

  @Allow('read')
  @Query(() => [AlertDay], {
    description: "Number of your team's alerts by day. Days without alerts are left out.",
  })
  alertHistoryDays(
    @Args(() => AlertSearch) search: AlertSearch,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertDay[]> {
    return history.alertDays(ctx, search);
  }

  @Allow('read')
  @Query(() => String, {
    description: `Alerts of your team as CSV, latest first. Text that a spreadsheet would run as a formula stays text. ${lengthOf('GET /api/alert-history/csv')}`,
  })
  alertHistoryCsv(@Args(() => AlertSearch) search: AlertSearch, @Ctx() ctx: ViewerContext): Promise<string> {
    return history.alertHistoryCsv(ctx, search);
  }
}
