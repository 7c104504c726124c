import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Footer, MenuItem, SocialLink } from './navigation.entity.ts';
import {
  FooterInput,
  HomepageInput,
  MenuItemChanges,
  MenuItemInput,
  SiteBrandingInput,
  SocialLinkChanges,
  SocialLinkInput,
} from './website.input.ts';
import { Homepage } from './homepage.entity.ts';
import { menuItems, socialPlaces } from './website.service.ts';
import { SiteBranding } from './site-branding.entity.ts';
import * as service from './website.admin.service.ts';

/** Version that the edit started from. If omitted, it overwrites others' changes. */
const Version = () =>
  Arg('version', () => Int, {
    nullable: true,
    description: 'Version that the change is based on. Fails if someone has changed the content since.',
  });

@Allow('admin')
@Resolver()
export class WebsiteAdminResolver {
  @Mutation(() => SiteBranding, {
    description: 'Updates the name, logo and colors of the public site. Visitors see them immediately.',
  })
  saveSiteBranding(
    @Arg('input', () => SiteBrandingInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: SiteBrandingInput,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<SiteBranding> {
    return service.saveSiteBranding(ctx, input, version);
  }

  @Mutation(() => Homepage, {
    description: 'Updates the texts of the home page. Visitors see them immediately.',
  })
  saveHomepage(
    @Arg('input', () => HomepageInput, { description: 'Fields to change. Omitted fields keep their value.' })
    input: HomepageInput,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<Homepage> {
    return service.saveHomepage(ctx, input, version);
  }

  @Mutation(() => Footer, { description: 'Updates the footer of public pages. Visitors see it immediately.' })
  saveFooter(
    @Arg('input', () => FooterInput, { description: 'Fields to change. Omitted fields keep their value.' })
    input: FooterInput,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<Footer> {
    return service.saveFooter(ctx, input, version);
  }

  @Query(() => [MenuItem], { description: 'The links of the header, hidden ones too, in order.' })
  allMenuItems(@Ctx() { em }: ViewerContext): Promise<MenuItem[]> {
    return menuItems.rows(em);
  }

  @Mutation(() => MenuItem, { description: 'Adds a link to the header. The menu has at most 50.' })
  createMenuItem(
    @Arg('input', () => MenuItemInput, { description: 'The new link.' }) input: MenuItemInput,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<MenuItem> {
    return menuItems.create(ctx, input, version);
  }

  @Mutation(() => MenuItem, { description: 'Updates a link in the header. Omitted fields keep their value.' })
  updateMenuItem(
    @Arg('id', () => ID, { description: 'One of `allMenuItems`.' }) id: string,
    @Arg('input', () => MenuItemChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: MenuItemChanges,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<MenuItem> {
    return menuItems.update(ctx, id, input, version);
  }

  @Mutation(() => ID, {
    description: 'Deletes a link from the header. Reverting restores it with its ID.',
  })
  deleteMenuItem(
    @Arg('id', () => ID, { description: 'ID of one of `allMenuItems`. Returned as the result.' }) id: string,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return menuItems.delete(ctx, id, version);
  }

  @Mutation(() => [MenuItem], {
    description: "Sets the order of the header's links. Omitted ones go last.",
  })
  reorderMenuItems(
    @Arg('ids', () => [ID], { description: 'Ids of links, the first of the header first.' }) ids: string[],
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<MenuItem[]> {
    return menuItems.reorder(ctx, ids, version);
  }

  @Query(() => [SocialLink], { description: 'All social links, including hidden ones, in order.' })
  allSocialLinks(@Ctx() { em }: ViewerContext): Promise<SocialLink[]> {
    return socialPlaces.rows(em);
  }

  @Mutation(() => SocialLink, { description: 'Adds a link to the footer. There are at most 50.' })
  createSocialLink(
    @Arg('input', () => SocialLinkInput, { description: 'The new link.' }) input: SocialLinkInput,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<SocialLink> {
    return socialPlaces.create(ctx, input, version);
  }

  @Mutation(() => SocialLink, {
    description: 'Updates a link in the footer. Omitted fields keep their value.',
  })
  updateSocialLink(
    @Arg('id', () => ID, { description: 'One of `allSocialLinks`.' }) id: string,
    @Arg('input', () => SocialLinkChanges, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: SocialLinkChanges,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<SocialLink> {
    return socialPlaces.update(ctx, id, input, version);
  }

  @Mutation(() => ID, {
    description: 'Deletes a link from the footer. Reverting restores it with its ID.',
  })
  deleteSocialLink(
    @Arg('id', () => ID, { description: 'ID of one of `allSocialLinks`. Returned as the result.' })
    id: string,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<string> {
    return socialPlaces.delete(ctx, id, version);
  }

  @Mutation(() => [SocialLink], {
    description: "Sets the order of the footer's links. Omitted ones go last.",
  })
  reorderSocialLinks(
    @Arg('ids', () => [ID], { description: 'Ids of links, the first of the footer first.' }) ids: string[],
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<SocialLink[]> {
    return socialPlaces.reorder(ctx, ids, version);
  }
}
