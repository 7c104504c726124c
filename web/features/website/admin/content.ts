import type { WebsiteContentQuery } from '#web/gql/graphql.ts';

export type Content = WebsiteContentQuery;

/** What every tab is given: all that the preview needs, and the way to ask for it anew. */
export type TabProps = { content: Content; reload: () => Promise<{ data?: Content }> };

export type MenuItem = Content['allMenuItems'][number];
export type SocialLink = Content['allSocialLinks'][number];

/** What the dialog of one line of a list is given. */
export type ListDialogProps<T> = Pick<TabProps, 'reload'> & {
  /** What is edited; a new one otherwise. */
  item?: T;
  items: readonly T[];
  /** Of the list, as the dialog began. */
  version: number;
  onClose: () => void;
};
