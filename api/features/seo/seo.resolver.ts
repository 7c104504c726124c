import { Ctx, FieldResolver, GraphQLISODateTime, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '#api/graphql/context.ts';
import { SeoSettings, SitemapSettings, SitemapStatus } from './seo.entity.ts';
import * as service from './seo.service.ts';

@Resolver()
export class SeoResolver {
  @Query(() => SeoSettings, {
    description: 'Metadata of the home page for search engines and link previews.',
  })
  seoSettings(@Ctx() ctx: Context): Promise<SeoSettings> {
    return service.seoSettings(ctx);
  }
}

/** What an administrator reads of the sitemap and does not write. */
@Resolver(() => SitemapSettings)
export class SitemapResolver {
  @FieldResolver(() => SitemapStatus, { description: 'Whether the generated file lists what it should.' })
  status(@Root() { status }: SitemapSettings): SitemapStatus {
    return status;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "When the file was last generated. `null` if it wasn't, when it's generated on request.",
  })
  lastGenerated(@Root() { lastGenerated }: SitemapSettings): Date | null {
    return lastGenerated ?? null;
  }
}
