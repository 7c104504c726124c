import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import { readerOf, type ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { momentWords } from '#api/lib/local-time.ts';
import { FirstSteps, firstSteps } from './first-steps.service.ts';
import { fleetOverview, surgeOf } from './fleet.service.ts';
import { AlertSurge, FleetArgs, FleetGroup, FleetOverview } from './fleet.types.ts';
import { PollFreshness, pollFreshness } from './freshness.service.ts';
import { AlertTrends, alertTrends } from './trends.service.ts';

@Resolver()
export class OverviewResolver {
  @Allow('read')
  @Query(() => FleetOverview, {
    description:
      'Returns where your sites have open alerts, worst first, and where they have none. Sites are grouped by customer.',
  })
  fleetOverview(@Args(() => FleetArgs) args: FleetArgs, @Ctx() ctx: ViewerContext): Promise<FleetOverview> {
    return fleetOverview(ctx, args);
  }

  @Allow('read')
  @Query(() => AlertTrends, {
    description:
      'Returns the alerts of the latest days, and how quickly they were acknowledged and recovered.',
  })
  alertTrends(
    @Arg('days', () => Int, { defaultValue: 30, description: 'Number of days including today, 7 to 90.' })
    days: number,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertTrends> {
    if (days < 7 || days > 90) throw new Invalid({ days: '`days` must be between 7 and 90' });
    return alertTrends(ctx, days);
  }

  @Allow('read')
  @Query(() => PollFreshness, { description: 'Returns how fresh the readings of your controllers are.' })
  pollFreshness(@Ctx() ctx: ViewerContext): Promise<PollFreshness> {
    return pollFreshness(ctx);
  }

  @Allow('read')
  @Query(() => FirstSteps, { description: 'Returns what your team has set up so far.' })
  firstSteps(@Ctx() ctx: ViewerContext): Promise<FirstSteps> {
    return firstSteps(ctx);
  }
}

@Resolver(() => FleetGroup)
export class FleetGroupResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Why the state of a site is unknown, and what to do. `null` if all are known, and for sites that have never been read.',
  })
  unknownReason(
    @Root() { unknownReason, unreadSince }: FleetGroup,
    @Ctx() ctx: ViewerContext,
  ): string | null {
    if (unknownReason || !unreadSince) return unknownReason;
    return `Not read since ${momentWords(unreadSince, readerOf(ctx))}`;
  }
}

@Resolver(() => FleetOverview)
export class FleetOverviewResolver {
  @FieldResolver(() => AlertSurge, {
    nullable: true,
    description:
      'The largest group of alerts of one type that began together, at least 10 of which are still open. Groups with 10 new alerts come first, for up to 12 hours. Others end 30 minutes after their latest alert. `null` if there is none.',
  })
  surge(@Root() overview: FleetOverview, @Ctx() ctx: ViewerContext): Promise<AlertSurge | null> {
    return surgeOf(ctx, overview);
  }
}
