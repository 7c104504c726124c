import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import {
  AdvancedSeo,
  SeoSettings,
  AdvancedSeoCheck,
  SiteFile,
  SiteScripts,
  SitemapSettings,
} from './seo.entity.ts';
import * as service from './seo.admin.service.ts';
import { AdvancedSeoInput, SeoSettingsInput, SitemapSettingsInput } from './seo.input.ts';
import * as scripts from './site-scripts.service.ts';

/** Version that the edit started from. If omitted, it overwrites others' changes. */
const Version = () =>
  Arg('version', () => Int, {
    nullable: true,
    description: 'Version that the change is based on. Fails if someone has changed the content since.',
  });

@Allow('admin')
@Resolver()
export class SeoAdminResolver {
  @Mutation(() => SeoSettings, {
    description: 'Updates the SEO settings. Public pages use them immediately.',
  })
  saveSeoSettings(
    @Arg('input', () => SeoSettingsInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: SeoSettingsInput,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<SeoSettings> {
    return service.saveSeoSettings(ctx, input, version);
  }

  @Query(() => SitemapSettings, { description: 'Sitemap settings and the status of the current file.' })
  sitemapSettings(@Ctx() ctx: ViewerContext): Promise<SitemapSettings> {
    return service.sitemapSettings(ctx);
  }

  @Mutation(() => SitemapSettings, {
    description: 'Changes what the sitemap lists. The file that is served stays until one is generated.',
  })
  saveSitemapSettings(
    @Arg('input', () => SitemapSettingsInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: SitemapSettingsInput,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<SitemapSettings> {
    return service.saveSitemapSettings(ctx, input, version);
  }

  @Mutation(() => SitemapSettings, { description: "Regenerates the sitemap. It's served immediately." })
  generateSitemap(@Ctx() ctx: ViewerContext): Promise<SitemapSettings> {
    return service.generateSitemap(ctx);
  }

  @Query(() => SiteFile, { description: 'The sitemap as it is served.' })
  sitemapFile(@Ctx() ctx: ViewerContext): Promise<SiteFile> {
    return service.sitemapFile(ctx);
  }

  @Query(() => AdvancedSeo, { description: 'Files, tags and rules of the public pages.' })
  advancedSeo(@Ctx() ctx: ViewerContext): Promise<AdvancedSeo> {
    return service.advancedSeo(ctx);
  }

  @Query(() => AdvancedSeoCheck, {
    description: 'Validates advanced SEO settings. Changes nothing.',
  })
  checkAdvancedSeo(
    @Arg('input', () => AdvancedSeoInput, {
      description: 'Values to validate. Omitted fields use their stored value.',
    })
    input: AdvancedSeoInput,
    @Ctx() ctx: ViewerContext,
  ): Promise<AdvancedSeoCheck> {
    return service.checkAdvancedSeo(ctx, input);
  }

  @Mutation(() => AdvancedSeo, {
    description:
      'Changes files, tags and rules of the public pages. Invalid lines, such as circular redirects, are listed in the error. Changing `analyticsCode` or `customHeadTags` requires a super administrator who confirmed who they are within the last 15 minutes.',
  })
  saveAdvancedSeo(
    @Arg('input', () => AdvancedSeoInput, {
      description: 'Fields to change. Omitted fields keep their value.',
    })
    input: AdvancedSeoInput,
    @Version() version: number | null,
    @Ctx() ctx: ViewerContext,
  ): Promise<AdvancedSeo> {
    return service.saveAdvancedSeo(ctx, input, version);
  }

  @Mutation(() => AdvancedSeo, {
    description: 'Replaces robots.txt with one generated from the sitemap settings.',
  })
  generateRobots(@Version() version: number | null, @Ctx() ctx: ViewerContext): Promise<AdvancedSeo> {
    return service.generateRobots(ctx, version);
  }

  @Query(() => SiteScripts, {
    description: 'Whether `analyticsCode` and scripts in `customHeadTags` run on public pages, and where.',
  })
  siteScripts(@Ctx() ctx: ViewerContext): Promise<SiteScripts> {
    return scripts.siteScripts(ctx);
  }

  @Mutation(() => SiteScripts, {
    description:
      "Lets scripts run on public pages that share the app's origin. Requires a super administrator who confirmed who they are within the last 15 minutes.",
  })
  acceptScriptRisk(
    @Arg('statement', () => String, { description: '`statement` of `siteScripts`, word for word.' })
    statement: string,
    @Ctx() ctx: ViewerContext,
  ): Promise<SiteScripts> {
    return scripts.acceptScriptRisk(ctx, statement);
  }

  @Mutation(() => SiteScripts, {
    description:
      "Stops scripts on public pages that share the app's origin. Requires a super administrator who confirmed who they are within the last 15 minutes.",
  })
  withdrawScriptRisk(@Ctx() ctx: ViewerContext): Promise<SiteScripts> {
    return scripts.withdrawScriptRisk(ctx);
  }
}
