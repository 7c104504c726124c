import { fieldsFor, yupFor } from '#web/lib/yup-for.ts';
import type { MenuItem, SocialLink } from './website-form.ts';

/** A link's form values. Numbers are strings while they're typed. */
export type MenuValues = Omit<MenuItem, 'id' | 'order'> & { order: number | string };
export type SocialValues = Omit<SocialLink, 'id' | 'order' | 'platform'> & {
  platform: SocialLink['platform'] | '';
  order: number | string;
};

export const menuRules = yupFor('MenuItemInput');
/** The schema has no message for a missing choice. */
export const socialRules = yupFor('SocialLinkInput').shape({
  platform: fieldsFor('SocialLinkInput').platform.required('Platform is required'),
});

/** New links go last. A blank order means the documented 0. */
export const toMenuValues = (item: MenuItem | undefined, last: number): MenuValues => ({
  title: item?.title ?? '',
  url: item?.url ?? '',
  order: item?.order ?? last,
  isExternal: item?.isExternal ?? false,
  isVisible: item?.isVisible ?? true,
});

export const toSocialValues = (item: SocialLink | undefined, last: number): SocialValues => ({
  platform: item?.platform ?? '',
  url: item?.url ?? '',
  order: item?.order ?? last,
  isVisible: item?.isVisible ?? true,
});

/** The position after the last link. */
export const lastPlace = (items: readonly { order: number }[]): number =>
  Math.min(1000, Math.max(-1, ...items.map(({ order }) => order)) + 1);
