import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { Max, Min } from 'class-validator';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { Customer } from '../customers/customer.entity.ts';
import { DeviceDetails, SiteDetails } from './site-details.ts';
import * as service from './site-details.service.ts';
import * as topology from './site-topology.service.ts';
import { SiteTopology, UplinkMovePage } from './site-topology.ts';
import { customerOf, tagsOf } from './sites.service.ts';

@ArgsType()
class ControllerSitesPage {
  @Field(() => Int, { defaultValue: 50, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => ID, { nullable: true, description: '`id` of the last site on the previous page.' })
  after?: string | null;
}

@ArgsType()
class UplinkChangesPage {
  @Field(() => Int, { defaultValue: 50, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => ID, { nullable: true, description: '`nextCursor` of the previous page.' })
  after?: string | null;
}

@Resolver(() => SiteDetails)
export class SiteDetailsResolver {
  @FieldResolver(() => Customer, {
    nullable: true,
    description: 'Customer that it belongs to. `null` if it is assigned to none.',
  })
  async customer(@Root() { siteId }: SiteDetails, @Ctx() ctx: ViewerContext): Promise<Customer | null> {
    return (await customerOf(ctx, siteId)) ?? null;
  }

  @FieldResolver(() => [String], {
    description: 'Its tags and those of its customer, in lower case, each once.',
  })
  async tags(@Root() { siteId }: SiteDetails, @Ctx() ctx: ViewerContext): Promise<string[]> {
    return (await tagsOf(ctx, siteId)) ?? [];
  }

  @Allow('read')
  @Query(() => SiteDetails, { description: "Returns what is known about one of a controller's sites." })
  siteDetails(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Arg('siteId', () => String, { description: 'ID of the console (`hostId`).' }) siteId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<SiteDetails> {
    return service.siteDetails(ctx, controllerId, siteId);
  }

  @Allow('read')
  @Query(() => [SiteDetails], {
    description: 'Returns the sites that a controller monitors: offline, unknown, online, then by name.',
  })
  controllerSites(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Args(() => ControllerSitesPage) page: ControllerSitesPage,
    @Ctx() ctx: ViewerContext,
  ): Promise<SiteDetails[]> {
    return service.controllerSites(ctx, controllerId, page);
  }

  @Allow('read')
  @Query(() => SiteTopology, {
    description: "Returns a site's uplink tree: what each device connects to, and what is wrong where.",
  })
  siteTopology(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Arg('siteId', () => String, { description: 'ID of the console (`hostId`).' }) siteId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<SiteTopology> {
    return topology.siteTopology(ctx, controllerId, siteId);
  }

  @Allow('read')
  @Query(() => UplinkMovePage, {
    description:
      'Returns which devices of a site were connected to another device or port in the last 90 days, newest first.',
  })
  uplinkChanges(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Arg('siteId', () => String, { description: 'ID of the console (`hostId`).' }) siteId: string,
    @Args(() => UplinkChangesPage) page: UplinkChangesPage,
    @Ctx() ctx: ViewerContext,
  ): Promise<UplinkMovePage> {
    return topology.uplinkChanges(ctx, controllerId, siteId, page);
  }

  @Allow('read')
  @Query(() => DeviceDetails, {
    description: 'Returns a device with its site, what it connects to, and what connects to it.',
  })
  deviceDetails(
    @Arg('controllerId', () => ID, { description: 'One of your controllers.' }) controllerId: string,
    @Arg('deviceId', () => ID, {
      description: 'An `id` of `devices`, or a MAC address of 12 upper-case hex digits as alerts have it.',
    })
    deviceId: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<DeviceDetails> {
    return service.deviceDetails(ctx, controllerId, deviceId);
  }
}
