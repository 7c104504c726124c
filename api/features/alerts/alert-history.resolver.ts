import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { AlertDay, AlertHistoryArgs, AlertPage, AlertSearch } from './alert-history.args.ts';
import * as service from './alert-history.service.ts';

@Resolver()
export class AlertHistoryResolver {
  @Allow('read')
  @Query(() => AlertPage, {
    description:
      'Alerts of your team, open and over, for as long as the package keeps them; those that were raised last first.',
  })
  alertHistory(
    @Args(() => AlertHistoryArgs) args: AlertHistoryArgs,
    @Ctx() ctx: CustomerContext,
  ): Promise<AlertPage> {
    return service.alertHistory(ctx, args);
  }

  @Allow('read')
  @Query(() => [AlertDay], {
    description: 'How many alerts of your team were raised day by day; days without any are left out.',
  })
  alertHistoryDays(
    @Args(() => AlertSearch) search: AlertSearch,
    @Ctx() ctx: CustomerContext,
  ): Promise<AlertDay[]> {
    return service.alertDays(ctx, search);
  }

  @Allow('read')
  @Query(() => String, {
    description: `Alerts of your team as CSV, latest first. Text that a spreadsheet would run as a formula stays text. ${lengthOf('GET /api/alert-history/csv')}`,
  })
  alertHistoryCsv(
    @Args(() => AlertSearch) search: AlertSearch,
    @Ctx() ctx: CustomerContext,
  ): Promise<string> {
    return service.alertHistoryCsv(ctx, search);
  }
}
