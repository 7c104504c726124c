import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { Footer, MenuItem, SocialLink } from './navigation.entity.ts';
import { Homepage } from './homepage.entity.ts';
import { SiteBranding } from './site-branding.entity.ts';
import * as service from './website.service.ts';

@Resolver()
export class WebsiteResolver {
  @Query(() => SiteBranding, { description: 'Name, marks and colors of the public site.' })
  siteBranding(@Ctx() ctx: Context): Promise<SiteBranding> {
    return service.siteBranding(ctx);
  }

  @Query(() => Homepage, { description: 'The words of the first page.' })
  homepage(@Ctx() ctx: Context): Promise<Homepage> {
    return service.homepage(ctx);
  }

  @Query(() => Footer, { description: 'Footer of every public page.' })
  footer(@Ctx() ctx: Context): Promise<Footer> {
    return service.footer(ctx);
  }

  @Query(() => [MenuItem], { description: 'The visible links of the header, in order.' })
  menu(@Ctx() ctx: Context): Promise<MenuItem[]> {
    return service.menu(ctx);
  }

  @Query(() => [SocialLink], { description: 'The visible social links, in order.' })
  socialLinks(@Ctx() ctx: Context): Promise<SocialLink[]> {
    return service.socialLinks(ctx);
  }
}
