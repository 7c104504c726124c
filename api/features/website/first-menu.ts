import type { EntityManager } from '@mikro-orm/postgresql';
import { ContentPart } from '../revisions/content-part.ts';
import { ContentState } from '../revisions/content-state.entity.ts';
import { MenuItem } from './menu-item.entity.ts';

/** The menu of the public site until an administrator changes it. */
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
