import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { Footer, MenuItem, SocialLink } from './navigation.entity.ts';
import { Homepage } from './homepage.entity.ts';
import { SiteBranding } from './site-branding.entity.ts';
import { ContentPart } from '../revisions/content-part.store.ts';
import { OrderedList } from './ordered-list.store.ts';
import { ContentState } from '../revisions/revision.entity.ts';

/** Visitors all see the same content, so it is cached and read with its own entity manager. */
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

export function menu({ app }: Reader): Promise<MenuItem[]> {
  return app.content.read('menu', () => menuItems.rows(app.orm.em.fork(), { isVisible: true }));
}

export function socialLinks({ app }: Reader): Promise<SocialLink[]> {
  return app.content.read('socialLinks', () => socialPlaces.rows(app.orm.em.fork(), { isVisible: true }));
}

/** Links in the header. */
export const menuItems = new OrderedList(ContentPart.menu, MenuItem, {
  label: 'Menu',
  noun: 'Menu item',
});

/** Social links in the footer. */
export const socialPlaces = new OrderedList(ContentPart.social_links, SocialLink, {
  label: 'Social links',
  noun: 'Social link',
});

/** Default menu of the public site. */
const firstMenu = [
  { title: 'Packages', url: '/packages' },
  { title: 'Contact', url: '/contact' },
];

/** Adds the default menu if no one has edited the menu yet. A menu that someone emptied stays empty. */
export async function addFirstMenu(em: EntityManager): Promise<void> {
  if (await em.count(ContentState, { part: ContentPart.menu, version: { $gt: 0 } })) return;
  if ((await em.count(MenuItem)) > 0) return;
  for (const [order, item] of firstMenu.entries())
    em.persist(em.create(MenuItem, { ...item, order, isExternal: false, isVisible: true }));
  await em.flush();
}
