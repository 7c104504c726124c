import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { ContentPart } from '../revisions/content-part.store.ts';
import { saveSingleton, singletonPart } from '../revisions/singleton-part.store.ts';
import { Footer } from './navigation.entity.ts';
import type { FooterInput, HomepageInput, SiteBrandingInput } from './website.input.ts';
import { Homepage } from './homepage.entity.ts';
import { SiteBranding } from './site-branding.entity.ts';
import { uploadExists } from './uploads.service.ts';

export const siteBrandingContent = singletonPart(SiteBranding, { label: 'Site branding' });
export const homepageContent = singletonPart(Homepage, { label: 'Homepage' });
export const footerContent = singletonPart(Footer, { label: 'Footer' });

type Version = number | null | undefined;

/** @throws Conflict for an outdated `version`, Invalid for a missing image */
export async function saveSiteBranding(
  ctx: ViewerContext,
  input: SiteBrandingInput,
  version?: Version,
): Promise<SiteBranding> {
  const { logoUrl, faviconUrl } = input;
  for (const [field, url] of Object.entries({ logoUrl, faviconUrl }))
    if (url && !(await uploadExists(ctx.em, url)))
      throw new Invalid({ [field]: 'This image no longer exists. Upload it again.' });
  return saveSingleton(
    ctx,
    { part: ContentPart.site_branding, type: SiteBranding, version },
    Object.assign(input, {
      logoUrl: blankIsNone(logoUrl),
      faviconUrl: blankIsNone(faviconUrl),
    }),
  );
}

/** @throws Conflict for an outdated `version` */
export function saveHomepage(ctx: ViewerContext, input: HomepageInput, version?: Version): Promise<Homepage> {
  return saveSingleton(ctx, { part: ContentPart.homepage, type: Homepage, version }, input);
}

/** @throws Conflict for an old `version` */
export function saveFooter(ctx: ViewerContext, input: FooterInput, version?: Version): Promise<Footer> {
  return saveSingleton(ctx, { part: ContentPart.footer, type: Footer, version }, input);
}

function blankIsNone(url: string | null | undefined): string | null | undefined {
  return url === '' ? null : url;
}
