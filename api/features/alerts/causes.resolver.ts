import { Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { AffectedSite, Alert } from './alert.entity.ts';
import * as service from './causes.service.ts';
import { seenElsewhere } from './elsewhere.service.ts';
import { AffectedDevicePage, AffectedPageArgs } from './causes.service.ts';

/** What an alert is the cause of, and what it became part of. */
@Resolver(() => Alert)
export class AlertCausesResolver {
  @FieldResolver(() => AffectedDevicePage, {
    description:
      'Devices behind its device or port that are or were down at the same time. They raise no alerts of their own, unless their rule says so.',
  })
  affected(
    @Root() alert: Pick<Alert, 'id' | 'affectedCount'>,
    @Args(() => AffectedPageArgs) page: AffectedPageArgs,
    @Ctx() ctx: ViewerContext,
  ): Promise<AffectedDevicePage> {
    return service.affectedPage(ctx, alert, page);
  }

  @FieldResolver(() => [AffectedSite], {
    description:
      "Up to 200 sites that a provider's outage affects or has affected, those that are down first, then by name. Empty for any other alert.",
  })
  affectedSites(
    @Root() alert: Pick<Alert, 'id' | 'affectedSiteCount'>,
    @Ctx() ctx: ViewerContext,
  ): Promise<service.ShownSite[]> {
    return service.affectedSites(ctx, alert);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'In how many networks of other teams a line of the same provider failed within half an hour of its start. `null` unless the operator shares such hints, at least three teams are affected, and it is an open alert about a failed line or provider.',
  })
  seenElsewhere(
    @Root() alert: Pick<Alert, 'id' | 'asn' | 'resolvedAt' | 'type'>,
    @Ctx() ctx: ViewerContext,
  ): Promise<number | null> {
    return seenElsewhere(ctx, alert);
  }

  @FieldResolver(() => Alert, {
    nullable: true,
    description: 'The alert of `causeAlertId`. `null` if it became part of none.',
  })
  cause(@Root() alert: Pick<Alert, 'causeAlertId'>, @Ctx() ctx: ViewerContext): Promise<Alert | null> {
    return service.causeOf(ctx, alert);
  }

  @FieldResolver(() => [Alert], {
    description:
      'Up to 50 alerts that were raised before it and became part of it when it was found to be their cause, latest first.',
  })
  folded(@Root() alert: Pick<Alert, 'id' | 'affectedCount'>, @Ctx() ctx: ViewerContext): Promise<Alert[]> {
    return service.foldedAlerts(ctx, alert);
  }
}
