import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { AlertChange } from './alerts.service.ts';
import {
  AlertFilter,
  AlertGroup,
  AlertGroupsArgs,
  OpenAlertPage,
  OpenAlertsArgs,
  SeverityCount,
} from './open-alerts.input.ts';
import * as service from './open-alerts.service.ts';

@Resolver(() => OpenAlertPage)
export class OpenAlertsResolver {
  @Allow('read')
  @Query(() => OpenAlertPage, { description: "Returns your team's open alerts, on all controllers." })
  openAlerts(
    @Args(() => OpenAlertsArgs) args: OpenAlertsArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<OpenAlertPage> {
    return service.openAlerts(ctx, args);
  }

  @Allow('read')
  @Query(() => [AlertGroup], {
    description: "Returns the groups of your team's open alerts with their counts, worst first.",
  })
  openAlertGroups(
    @Args(() => AlertGroupsArgs) args: AlertGroupsArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertGroup[]> {
    return service.openAlertGroups(ctx, args);
  }

  @FieldResolver(() => Int, { description: 'Number of open alerts that match the filter, on all pages.' })
  async totalCount(@Root() page: OpenAlertPage, @Ctx() ctx: ViewerContext): Promise<number> {
    return sum(await service.countsOf(ctx, page), page, 'count');
  }

  @FieldResolver(() => Int, { description: 'How many of all matching alerts are in the state `new`.' })
  async newCount(@Root() page: OpenAlertPage, @Ctx() ctx: ViewerContext): Promise<number> {
    return sum(await service.countsOf(ctx, page), page, 'newCount');
  }

  @FieldResolver(() => [SeverityCount], {
    description:
      "Number of matching alerts by severity. It counts all severities, whatever the filter's `severities`, so that people see what else there is.",
  })
  severityCounts(@Root() page: OpenAlertPage, @Ctx() ctx: ViewerContext): Promise<SeverityCount[]> {
    return service.countsOf(ctx, page);
  }
}

const sum = (
  counts: Awaited<ReturnType<typeof service.countsOf>>,
  { filter: { severities } }: OpenAlertPage,
  of: 'count' | 'newCount',
): number =>
  counts
    .filter(({ severity }) => severities?.includes(severity) ?? true)
    .reduce((total, counted) => total + counted[of], 0);

@Resolver(() => AlertChange)
export class AlertChangeResolver {
  @FieldResolver(() => Boolean, {
    description:
      'Whether the alert is open and matches this filter after the change, as `openAlerts` would decide. Keeps a filtered list up to date.',
  })
  matches(
    @Arg('filter', () => AlertFilter, { description: 'The filter of the list.' }) filter: AlertFilter,
    @Root() { alert }: AlertChange,
    @Ctx() ctx: ViewerContext,
  ): Promise<boolean> {
    return service.matches(ctx, alert.id, filter);
  }
}
