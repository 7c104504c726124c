import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { DeviceCounts } from './site-details.ts';
import { noDevices } from './site-details.service.ts';
import * as facts from './site-facts.service.ts';
import {
  MatchingAssignment,
  MatchingTagging,
  SiteAssignment,
  SitePage,
  SiteSearch,
  SiteTagging,
} from './site.input.ts';
import * as changing from './site-changes.service.ts';
import { SitesChanged } from './site-changes.service.ts';
import * as service from './sites.service.ts';
import { TagCount } from './sites.service.ts';
import { TeamSite } from './team-site.entity.ts';

@Resolver(() => TeamSite)
export class SitesResolver {
  @FieldResolver(() => Customer, {
    nullable: true,
    description: 'Customer that it belongs to. `null` if it is assigned to none.',
  })
  async customer(@Root() { hostId }: TeamSite, @Ctx() ctx: ViewerContext): Promise<Customer | null> {
    return (await service.customerOf(ctx, hostId)) ?? null;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The controller that lists it, the oldest if several do. `null` if none lists it now.',
  })
  controllerId(@Root() { controller }: TeamSite): string | null {
    return controller?.id ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Name of that controller. `null` if none lists it now.',
  })
  async controllerName(@Root() { controller }: TeamSite, @Ctx() ctx: ViewerContext): Promise<string | null> {
    return (controller && (await facts.controllerName(ctx, controller.id))) ?? null;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether a controller monitors it now. Sites that are not selected are only listed.',
  })
  async isMonitored(@Root() { hostId }: TeamSite, @Ctx() ctx: ViewerContext): Promise<boolean> {
    return (await facts.isMonitored(ctx, hostId)) ?? false;
  }

  @FieldResolver(() => Int, { description: 'Number of its open alerts.' })
  async openAlertCount(@Root() { hostId }: TeamSite, @Ctx() ctx: ViewerContext): Promise<number> {
    return (await facts.openAlertsOfSite(ctx, hostId))?.count ?? 0;
  }

  @FieldResolver(() => AlertSeverity, {
    nullable: true,
    description: 'Highest severity among its open alerts. `null` if there are none.',
  })
  async worstSeverity(
    @Root() { hostId }: TeamSite,
    @Ctx() ctx: ViewerContext,
  ): Promise<AlertSeverity | null> {
    return (await facts.openAlertsOfSite(ctx, hostId))?.severity ?? null;
  }

  @FieldResolver(() => DeviceCounts, {
    description: 'Its monitored devices by state. All are 0 before the first reading.',
  })
  async devices(@Root() { hostId }: TeamSite, @Ctx() ctx: ViewerContext): Promise<DeviceCounts> {
    return (await facts.devicesOfSite(ctx, hostId)) ?? noDevices;
  }

  @FieldResolver(() => [String], { description: 'Its own tags and those of its customer, each once.' })
  async allTags(@Root() { hostId }: TeamSite, @Ctx() ctx: ViewerContext): Promise<string[]> {
    return (await service.tagsOf(ctx, hostId)) ?? [];
  }

  @Allow('read')
  @Query(() => [TeamSite], {
    description: "Returns the sites that your team's controllers list, by name, monitored or not.",
  })
  teamSites(@Args(() => SitePage) page: SitePage, @Ctx() ctx: ViewerContext): Promise<TeamSite[]> {
    return service.teamSites(ctx, page);
  }

  @Allow('read')
  @Query(() => Int, { description: 'Returns the number of matching sites.' })
  teamSiteCount(@Args(() => SiteSearch) search: SiteSearch, @Ctx() ctx: ViewerContext): Promise<number> {
    return service.teamSiteCount(ctx, search);
  }

  @Allow('read')
  @Query(() => [TagCount], {
    description: 'Returns up to 1,000 tags of your sites, the most frequent first.',
  })
  siteTags(@Ctx() ctx: ViewerContext): Promise<TagCount[]> {
    return service.siteTags(ctx);
  }

  @Allow('manage')
  @Mutation(() => [TeamSite], { description: 'Assigns sites to a customer, or to none.' })
  assignSites(
    @Args(() => SiteAssignment) assignment: SiteAssignment,
    @Ctx() ctx: ViewerContext,
  ): Promise<TeamSite[]> {
    return changing.assignSites(ctx, assignment);
  }

  @Allow('manage')
  @Mutation(() => [TeamSite], { description: 'Adds and removes tags of sites.' })
  tagSites(@Args(() => SiteTagging) tagging: SiteTagging, @Ctx() ctx: ViewerContext): Promise<TeamSite[]> {
    return changing.tagSites(ctx, tagging);
  }

  @Allow('manage')
  @Mutation(() => SitesChanged, {
    description: 'Assigns every matching site to a customer, or to none.',
  })
  assignMatchingSites(
    @Args(() => MatchingAssignment) assignment: MatchingAssignment,
    @Ctx() ctx: ViewerContext,
  ): Promise<SitesChanged> {
    return changing.assignMatchingSites(ctx, assignment);
  }

  @Allow('manage')
  @Mutation(() => Int, {
    description:
      'Undoes an assignment: each of its sites gets the customer back that it had before, or none if that customer was deleted. Sites that were assigned again since stay as they are. Returns the number of sites.',
  })
  undoSiteAssignment(
    @Arg('assignmentId', () => ID, { description: 'As given to `assignSites` or `assignMatchingSites`.' })
    assignmentId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<number> {
    return changing.undoSiteAssignment(ctx, assignmentId);
  }

  @Allow('manage')
  @Mutation(() => SitesChanged, { description: 'Adds and removes tags of every matching site.' })
  tagMatchingSites(
    @Args(() => MatchingTagging) tagging: MatchingTagging,
    @Ctx() ctx: ViewerContext,
  ): Promise<SitesChanged> {
    return changing.tagMatchingSites(ctx, tagging);
  }

  @Allow('manage')
  @Mutation(() => Controller, {
    description: 'Sets the customer that new sites of a controller belong to. Known sites keep theirs.',
  })
  setDefaultCustomer(
    @Arg('controllerId', () => ID, { description: 'ID of a controller of your team.' }) controllerId: string,
    @Arg('customerId', () => ID, { nullable: true, description: 'ID of a customer. `null`: none.' })
    customerId: string | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<Controller> {
    return changing.setDefaultCustomer(ctx, controllerId, customerId);
  }
}

@Resolver(() => Customer)
export class CustomerSitesResolver {
  @FieldResolver(() => Int, { description: 'Number of open alerts on its sites.' })
  async openAlertCount(@Root() { id }: Customer, @Ctx() ctx: ViewerContext): Promise<number> {
    return (await facts.openAlertsOfCustomer(ctx, id))?.count ?? 0;
  }

  @FieldResolver(() => AlertSeverity, {
    nullable: true,
    description: 'Highest severity among the open alerts on its sites. `null` if there are none.',
  })
  async worstSeverity(@Root() { id }: Customer, @Ctx() ctx: ViewerContext): Promise<AlertSeverity | null> {
    return (await facts.openAlertsOfCustomer(ctx, id))?.severity ?? null;
  }

  @FieldResolver(() => Int, {
    description:
      'Number of its monitored sites whose state is unknown, because they can’t be read or have never been read.',
  })
  async sitesUnknown(@Root() { id }: Customer, @Ctx() ctx: ViewerContext): Promise<number> {
    return (await facts.sitesUnknown(ctx, id)) ?? 0;
  }

  @FieldResolver(() => DeviceCounts, { description: 'Monitored devices on its sites by state.' })
  async devices(@Root() { id }: Customer, @Ctx() ctx: ViewerContext): Promise<DeviceCounts> {
    return (await facts.devicesOfCustomer(ctx, id)) ?? noDevices;
  }
}

// Roots are typed by the fields that are read, because type-graphql would copy plain rows into entities.

@Resolver(() => Controller)
export class ControllerDevicesResolver {
  @FieldResolver(() => DeviceCounts, {
    description: 'Devices on its monitored sites by state. All are 0 before the first reading.',
  })
  async devices(@Root() { id }: Pick<Controller, 'id'>, @Ctx() ctx: ViewerContext): Promise<DeviceCounts> {
    return (await facts.devicesOfController(ctx, id)) ?? noDevices;
  }
}

@Resolver(() => Alert)
export class AlertSiteResolver {
  @FieldResolver(() => Customer, {
    nullable: true,
    description: 'Customer that its site belongs to now. `null` if it is assigned to none.',
  })
  async customer(
    @Root() { siteId }: Pick<Alert, 'siteId'>,
    @Ctx() ctx: ViewerContext,
  ): Promise<Customer | null> {
    return (await service.customerOf(ctx, siteId)) ?? null;
  }

  @FieldResolver(() => [String], { description: 'Tags of its site and customer, in lower case, each once.' })
  async tags(@Root() { siteId }: Pick<Alert, 'siteId'>, @Ctx() ctx: ViewerContext): Promise<string[]> {
    return (await service.tagsOf(ctx, siteId)) ?? [];
  }
}
