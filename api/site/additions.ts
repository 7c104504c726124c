import type { App } from '#api/app.ts';
import { brandStyle } from '#api/features/branding/brand-style.ts';
import { siteBranding } from '#api/features/website/website.service.ts';
import { asCss } from './escape.ts';
import type { Additions } from './page.ts';

/** What the settings add to the page at a path. */
export async function additionsTo(app: App, _path: string): Promise<Additions> {
  const branding = await siteBranding({ app });
  return {
    head: '<link rel="icon" href="/mark.svg" type="image/svg+xml">',
    css: [brandStyle(branding), asCss(branding.customCss)].filter((sheet) => sheet !== ''),
  };
}
