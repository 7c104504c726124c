import { ContentPart } from '../revisions/content-part.ts';
import { MenuItem } from './menu-item.entity.ts';
import { OrderedList } from './ordered-list.ts';
import { SocialLink } from './social-link.entity.ts';

/** The links of the header. */
export const menuItems = new OrderedList(ContentPart.menu, MenuItem, {
  label: 'Menu',
  noun: 'Menu item',
});

/** The places elsewhere that the footer leads to. */
export const socialPlaces = new OrderedList(ContentPart.social_links, SocialLink, {
  label: 'Social links',
  noun: 'Social link',
});
