import type { Context } from '#api/graphql/context.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { Footer } from './footer.entity.ts';
import { Homepage } from './homepage.entity.ts';
import { menuItems, socialPlaces } from './lists.ts';
import type { MenuItem } from './menu-item.entity.ts';
import { SiteBranding } from './site-branding.entity.ts';
import type { SocialLink } from './social-link.entity.ts';

/** What visitors read is the same for all of them: it is kept in memory, and read with an own look at the database. */
type Reader = Pick<Context, 'app'>;

export function siteBranding({ app }: Reader): Promise<SiteBranding> {
  return app.content.read('siteBranding', () => loadSingleton(app.orm.em.fork(), SiteBranding));
}

export function homepage({ app }: Reader): Promise<Homepage> {
  return app.content.read('homepage', () => loadSingleton(app.orm.em.fork(), Homepage));
}

export function footer({ app }: Reader): Promise<Footer> {
  return app.content.read('footer', () => loadSingleton(app.orm.em.fork(), Footer));
}

/** The visible ones, in order. */
export function menu({ app }: Reader): Promise<MenuItem[]> {
  return app.content.read('menu', () => menuItems.rows(app.orm.em.fork(), { isVisible: true }));
}

/** The visible ones, in order. */
export function socialLinks({ app }: Reader): Promise<SocialLink[]> {
  return app.content.read('socialLinks', () => socialPlaces.rows(app.orm.em.fork(), { isVisible: true }));
}
