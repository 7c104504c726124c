import { GraphQLJSON } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { App } from '#api/config/app.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { type BrandTheme, brandedPage, brandThemes, brandStyle, type BrandColors } from './brand-style.ts';
import { ContentPart } from '../revisions/content-part.store.ts';
import { saveSingleton, singletonPart } from '../revisions/singleton-part.store.ts';
import { PlatformBranding } from './platform-branding.entity.ts';
import type { PlatformBrandingInput } from './platform-branding.input.ts';

@ObjectType({ description: 'Chosen colors, adjusted to be readable in both themes.' })
export class BrandPreview {
  @Field({ description: 'CSS for the head of a page, with the variables of both themes.' })
  style!: string;

  @Field(() => GraphQLJSON, { description: 'The variables of the light theme by their names.' })
  light!: BrandTheme;

  @Field(() => GraphQLJSON, { description: 'The variables of the dark theme by their names.' })
  dark!: BrandTheme;
}

export const platformBrandingContent = singletonPart(PlatformBranding, { label: 'Platform branding' });

/** Name and colors of the product, cached until someone changes them. */
export function brandingOf({ content, orm }: Pick<App, 'content' | 'orm'>): Promise<PlatformBranding> {
  return content.read('platformBranding', () => loadSingleton(orm.em.fork(), PlatformBranding));
}

/**
 * Inserts the branding into the app's page, or returns the page as built if the branding can't be read, so
 * that people can still sign in.
 */
export async function withBranding(app: App, page: string): Promise<string> {
  try {
    const branding = await brandingOf(app);
    const style = await app.content.read('platformStyle', async () => brandStyle(await brandingOf(app)));
    return brandedPage(page, branding, style);
  } catch (error) {
    app.log.error({ err: error }, 'Served a page without branding');
    return page;
  }
}

/** Public, because pages and emails name the product before sign-in. */
export function platformBranding({ app }: Context): Promise<PlatformBranding> {
  return brandingOf(app);
}

/** @throws Conflict if someone else has changed it since `version` */
export function savePlatformBranding(
  ctx: ViewerContext,
  input: PlatformBrandingInput,
  version?: number,
): Promise<PlatformBranding> {
  // Blank means none.
  if (input.supportEmail?.trim() === '') input.supportEmail = null;
  return saveSingleton(ctx, { part: ContentPart.platform_branding, type: PlatformBranding, version }, input);
}

/** Previews colors without saving them. */
export function brandPreview(colors: BrandColors): BrandPreview {
  return { style: brandStyle(colors), ...brandThemes(colors) };
}
