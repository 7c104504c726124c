import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  GraphQLISODateTime,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { limitedTo } from '../customers/customers.service.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertMaintenance, BulkMaintenance } from './alert-maintenance.input.ts';
import * as ofAlerts from './alert-maintenance.service.ts';
import { MaintenanceWindow } from './maintenance-window.entity.ts';
import { MaintenanceWindowChanges, MaintenanceWindowInput } from './maintenance-window.input.ts';
import * as service from './maintenance.service.ts';
import { occurrenceAfter, occurrenceAt, type Timetable } from './occurrences.ts';

@Resolver(() => MaintenanceWindow)
export class MaintenanceResolver {
  @Allow('read')
  @Query(() => [MaintenanceWindow], { description: "Your team's maintenance windows, newest first." })
  maintenanceWindows(@Ctx() ctx: ViewerContext): Promise<MaintenanceWindow[]> {
    return service.maintenanceWindows(ctx);
  }

  @Allow('alerts')
  @Mutation(() => MaintenanceWindow, {
    description: `Adds a maintenance window. A team can have ${service.maxWindows}; the oldest past one is removed to make room.`,
  })
  createMaintenanceWindow(
    @Arg('input', () => MaintenanceWindowInput, { description: 'Scope and time.' })
    input: MaintenanceWindowInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<MaintenanceWindow> {
    return service.createMaintenanceWindow(ctx, input);
  }

  @Allow('alerts')
  @Mutation(() => MaintenanceWindow, {
    description: 'Updates a maintenance window. Changing the time of an ended window reopens it.',
  })
  updateMaintenanceWindow(
    @Arg('id', () => ID, { description: "One of your team's windows." }) id: string,
    @Arg('input', () => MaintenanceWindowChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: MaintenanceWindowChanges,
    @Ctx() ctx: ViewerContext,
  ): Promise<MaintenanceWindow> {
    return service.updateMaintenanceWindow(ctx, id, input);
  }

  @Allow('alerts')
  @Mutation(() => MaintenanceWindow, {
    description: 'Ends an active maintenance window early. A weekly one continues with its next occurrence.',
  })
  endMaintenanceWindow(
    @Arg('id', () => ID, { description: "One of your team's windows that is on now." }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<MaintenanceWindow> {
    return service.endMaintenanceWindow(ctx, id);
  }

  @Allow('alerts')
  @Mutation(() => ID, { description: 'Deletes a maintenance window. An active one ends.' })
  deleteMaintenanceWindow(
    @Arg('id', () => ID, { description: 'ID of a window of your team. Returned as the result.' })
    id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.deleteMaintenanceWindow(ctx, id);
  }

  @Allow('alerts')
  @Mutation(() => AlertMaintenance, {
    description:
      'Starts maintenance for the devices of several open alerts, in one window. `wholeSites` adds the whole site of each alert without a device. The alerts stay open, and no one is notified about these devices until it ends. Then, notifications are sent again for those that are still open.',
  })
  startAlertMaintenance(
    @Args(() => BulkMaintenance) maintenance: BulkMaintenance,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertMaintenance> {
    return ofAlerts.startAlertMaintenance(ctx, maintenance);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Customers and tags that it is limited to, such as `Acme and sites tagged gold`. `null` if there are none.',
  })
  limitedTo(@Root() window: MaintenanceWindow, @Ctx() ctx: ViewerContext): Promise<string | null> {
    return limitedTo(ctx, window);
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "End of the current occurrence. `null` if it isn't active.",
  })
  activeUntil(@Root() window: MaintenanceWindow): Date | null {
    return activeUntil(window);
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Start of the next occurrence. `null` if there is none.',
  })
  nextStart(@Root() window: MaintenanceWindow): Date | null {
    return nextOf(window, 'start');
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: 'End of the next occurrence. `null` if there is none.',
  })
  nextEnd(@Root() window: MaintenanceWindow): Date | null {
    return nextOf(window, 'end');
  }
}

@Resolver(() => Alert)
export class AlertMaintenanceResolver {
  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'When the maintenance window that covers its device now ends. No notifications are sent before that. `null` if none covers it, and for a resolved alert.',
  })
  async maintenanceUntil(
    @Root() alert: Pick<Alert, 'controllerId' | 'siteId' | 'deviceMac' | 'resolvedAt'>,
    @Ctx() ctx: ViewerContext,
  ): Promise<Date | null> {
    return alert.resolvedAt ? null : ofAlerts.maintenanceUntil(ctx, alert);
  }
}

/** When the active occurrence ends. `null` if none is active. */
function activeUntil(window: Timetable): Date | null {
  const on = occurrenceAt(window, new Date());
  return on ? new Date(on.end) : null;
}

/** When the next occurrence starts or ends. `null` if there is none. */
function nextOf(window: Timetable, side: 'start' | 'end'): Date | null {
  const next = occurrenceAfter(window, new Date());
  return next ? new Date(next[side]) : null;
}
