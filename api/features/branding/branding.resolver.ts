import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import * as service from './branding.service.ts';
import { PlatformBranding } from './platform-branding.entity.ts';

@Resolver()
export class BrandingResolver {
  @Query(() => PlatformBranding, { description: 'Name, logo and colors of the platform.' })
  platformBranding(@Ctx() ctx: Context): Promise<PlatformBranding> {
    return service.platformBranding(ctx);
  }
}
