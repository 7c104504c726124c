import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/app.ts';
import type { Context, CustomerContext } from '#api/context.ts';
import { given } from '#api/schema/partial-input.ts';
import { loadSingleton } from '#api/singleton.ts';
import { addPart, ContentPart, type Snapshot } from '../revisions/content-part.ts';
import { changeContent } from '../revisions/revisions.service.ts';
import type { BrandPreview } from './brand-preview.ts';
import { brandedPage } from './branded-page.ts';
import { brandFaces, brandStyle, type BrandColours } from './brand-style.ts';
import { PlatformBranding } from './platform-branding.entity.ts';
import type { PlatformBrandingInput } from './platform-branding.input.ts';

const part = ContentPart.platform_branding;

addPart(part, {
  label: 'Platform branding',
  async read(em): Promise<Snapshot> {
    const { id: _, ...fields } = await stored(em);
    return { ...fields };
  },
  async write(em, snapshot) {
    em.assign(await stored(em), snapshot);
  },
});

/** How the product is called and coloured now, kept in memory until somebody changes it. */
export function brandingOf({ content, orm }: Pick<App, 'content' | 'orm'>): Promise<PlatformBranding> {
  return content.read('platformBranding', () => loadSingleton(orm.em.fork(), PlatformBranding));
}

/** The page with the branding in it; as it was built where the branding cannot be read: the way in stays open. */
export async function dressed(app: App, page: string): Promise<string> {
  try {
    const branding = await brandingOf(app);
    const style = await app.content.read('platformStyle', async () => brandStyle(branding));
    return brandedPage(page, branding, style);
  } catch (error) {
    app.log.error({ err: error }, 'A page went out without the branding');
    return page;
  }
}

/** For everybody: pages and mails name the product before anybody has signed in. */
export function platformBranding({ app }: Context): Promise<PlatformBranding> {
  return brandingOf(app);
}

/** @throws Conflict where somebody else has changed it since `version` */
export async function savePlatformBranding(
  ctx: CustomerContext,
  input: PlatformBrandingInput,
  version?: number,
): Promise<PlatformBranding> {
  await changeContent(ctx, { part, version }, async (em) => {
    em.assign(await stored(em), given(input));
  });
  return brandingOf(ctx.app);
}

/** What colours would become; nothing is changed. */
export function brandPreview(colours: BrandColours): BrandPreview {
  return { style: brandStyle(colours), ...brandFaces(colours) };
}

/** The row as the database has it, whatever was read before. */
async function stored(em: EntityManager): Promise<PlatformBranding> {
  await loadSingleton(em, PlatformBranding);
  return em.findOneOrFail(PlatformBranding, { id: 1 }, { refresh: true });
}
