import { Max, Min } from 'class-validator';
import { Arg, Args, ArgsType, Ctx, Field, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { AlertRuleChanges } from '../../alerts/alert-rule.input.ts';
import * as service from './backtest.service.ts';
import { BacktestAlert, ShownBacktest } from './backtest.types.ts';

@ArgsType()
class BacktestAlertPage {
  @Field(() => Int, { defaultValue: 0, description: 'Which of `runs`, from 0.' })
  @Min(0, { message: '`run` must be 0 or 1' })
  @Max(1, { message: '`run` must be 0 or 1' })
  run!: number;

  @Field(() => Int, { defaultValue: 50, description: `Number of alerts on a page, up to ${maxListLength}.` })
  @Min(0, { message: '`first` must be 0 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Number of alerts on the pages before.' })
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(10_000, { message: '`skip` must be 10,000 or less' })
  skip!: number;
}

@Resolver()
export class BacktestResolver {
  @Allow('read')
  @Mutation(() => ShownBacktest, {
    description:
      'Starts to run a rule over the past, without saving it. It replaces your previous backtest, which stops. It uses today’s names, sites and customers.',
  })
  startRuleBacktest(
    @Arg('ruleId', () => ID, {
      nullable: true,
      description: "One of your team's rules, whose values omitted fields have. `null`: a new rule.",
    })
    ruleId: string | null,
    @Arg('input', () => AlertRuleChanges, { description: 'The rule. Name and channels don’t matter.' })
    input: AlertRuleChanges,
    @Arg('days', () => Int, { description: 'Length of the period: `7` or `30`.' }) days: number,
    @Arg('compare', { defaultValue: false, description: 'Whether to run the saved rule too.' })
    compare: boolean,
    @Ctx() ctx: ViewerContext,
  ): Promise<ShownBacktest> {
    return service.startBacktest(ctx, { ruleId, input, days, compare });
  }

  @Allow('read')
  @Query(() => ShownBacktest, { description: 'Returns your backtest, with its result once it is done.' })
  ruleBacktest(
    @Arg('id', () => ID, { description: 'ID of the backtest.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<ShownBacktest> {
    return service.findBacktest(ctx, id);
  }

  @Allow('read')
  @Query(() => [BacktestAlert], { description: 'Alerts that a rule would have raised, newest first.' })
  ruleBacktestAlerts(
    @Arg('id', () => ID, { description: 'ID of the backtest.' }) id: string,
    @Args(() => BacktestAlertPage) page: BacktestAlertPage,
    @Ctx() ctx: ViewerContext,
  ): Promise<BacktestAlert[]> {
    return service.backtestAlerts(ctx, id, page);
  }

  @Allow('read')
  @Mutation(() => ID, { description: 'Stops your backtest and deletes it. Returns its ID.' })
  cancelRuleBacktest(
    @Arg('id', () => ID, { description: 'ID of the backtest.' }) id: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return service.cancelBacktest(ctx, id);
  }
}
