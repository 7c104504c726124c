import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Plus, Share2 } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DeleteSocialLink, ReorderSocialLinks, UpdateSocialLink } from './admin.gql.ts';
import type { SocialLink, TabProps } from './content.ts';
import { DeleteItem } from './DeleteItem.tsx';
import { ItemList } from './ItemList.tsx';
import { SocialLinkDialog } from './SocialLinkDialog.tsx';
import { SitePreview } from './SitePreview.tsx';
import { TabLayout } from './TabLayout.tsx';
import { itemLabels, platforms } from './website-form.ts';

/** The places elsewhere that the footer leads to. */
export function SocialLinksTab({ content, reload }: TabProps) {
  const [editing, setEditing] = useState<{ item?: SocialLink }>();
  const [deleting, setDeleting] = useState<SocialLink>();
  const [update] = useMutation(UpdateSocialLink);
  const [reorder] = useMutation(ReorderSocialLinks);
  const [remove] = useMutation(DeleteSocialLink);
  const { allSocialLinks: items, contentStates } = content;
  const version = versionOf(contentStates, 'social_links');
  return (
    <TabLayout
      title="Social Links"
      description="Places elsewhere that the footer leads to, in their order."
      action={
        <>
          <HistoryButton part="social_links" of="the social links" labels={itemLabels} onReverted={reload} />
          <Button onClick={() => setEditing({})}>
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            Add Social Link
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap={6}>
        {items.length > 0 ? (
          <ItemList
            label="Social links"
            noun="Social link"
            items={items}
            nameOf={({ platform }) => platforms[platform]}
            factsOf={({ url }) => url}
            reorder={(ids) => reorder({ variables: { ids, version } })}
            show={({ id }, isVisible) => update({ variables: { id, input: { isVisible } } })}
            reload={reload}
            onEdit={(item) => setEditing({ item })}
            onDelete={setDeleting}
          />
        ) : (
          <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
            <EmptyState
              title="There are no social links"
              icon={<Share2 size={28} strokeWidth={1.5} aria-hidden />}
              action={<Button onClick={() => setEditing({})}>Add Social Link</Button>}
            >
              The footer leads nowhere else. What you add stands there by the name of its platform.
            </EmptyState>
          </chakra.div>
        )}
        <SitePreview content={content} without="header" />
      </chakra.div>
      {editing && (
        <SocialLinkDialog
          item={editing.item}
          {...{ items, version, reload }}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <DeleteItem
          noun="social link"
          name={platforms[deleting.platform]}
          url={deleting.url}
          deed={async () => {
            await remove({ variables: { id: deleting.id } });
            await reload().catch(() => undefined);
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </TabLayout>
  );
}
