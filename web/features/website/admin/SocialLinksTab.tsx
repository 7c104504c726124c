import { useMutation } from '@apollo/client/react';
import { Button, Stack } from '@chakra-ui/react';
import { Plus, Share2 } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { graphql } from '#web/gql/index.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Card } from '#web/ui/Card.tsx';
import { lastPlace, socialRules, toSocialValues } from './item-form.ts';
import { DeleteItem, ItemDialog } from './ItemDialog.tsx';
import { ItemList } from './ItemList.tsx';
import { SitePreview } from './SitePreview.tsx';
import { TabLayout } from './TabLayout.tsx';
import {
  itemLabels,
  type ListDialogProps,
  platforms,
  type SocialLink,
  type TabProps,
} from './website-form.ts';

const CreateSocialLink = graphql(`
  mutation CreateSocialLink($input: SocialLinkInput!) {
    createSocialLink(input: $input) {
      ...SocialLinkFields
    }
  }
`);

const UpdateSocialLink = graphql(`
  mutation UpdateSocialLink($id: ID!, $input: SocialLinkChanges!, $version: Int) {
    updateSocialLink(id: $id, input: $input, version: $version) {
      id
    }
  }
`);

const DeleteSocialLink = graphql(`
  mutation DeleteSocialLink($id: ID!) {
    deleteSocialLink(id: $id)
  }
`);

const ReorderSocialLinks = graphql(`
  mutation ReorderSocialLinks($ids: [ID!]!, $version: Int) {
    reorderSocialLinks(ids: $ids, version: $version) {
      id
    }
  }
`);

export const SocialLinkFields = graphql(`
  fragment SocialLinkFields on SocialLink {
    id
    platform
    url
    order
    isVisible
  }
`);

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
      description="The social links in the footer, in order."
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
      <Stack gap={6}>
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
          <Card>
            <EmptyState
              title="No social links yet"
              icon={<Share2 size={28} strokeWidth={1.5} aria-hidden />}
              action={<Button onClick={() => setEditing({})}>Add Social Link</Button>}
            >
              Links you add appear in the footer with the platform’s name.
            </EmptyState>
          </Card>
        )}
        <SitePreview content={content} without="header" />
      </Stack>
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
          action={async () => {
            await remove({ variables: { id: deleting.id } });
            await reload().catch(() => undefined);
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </TabLayout>
  );
}

/** Adds or edits a social link. */
function SocialLinkDialog({ item, items, version, reload, onClose }: ListDialogProps<SocialLink>) {
  const [create] = useMutation(CreateSocialLink);
  const [update] = useMutation(UpdateSocialLink);
  const last = lastPlace(items);
  return (
    <ItemDialog
      title={item ? 'Edit Social Link' : 'Add Social Link'}
      submit={item ? 'Save Changes' : 'Add Social Link'}
      initial={toSocialValues(item, last)}
      rules={socialRules}
      version={version}
      create={(input) => create({ variables: { input } })}
      update={item && ((input, from) => update({ variables: { id: item.id, input, version: from } }))}
      now={async () => {
        const { data } = await reload();
        const found = data?.allSocialLinks.find(({ id }) => id === item?.id);
        return {
          values: found && toSocialValues(found, last),
          version: versionOf(data?.contentStates ?? [], 'social_links'),
        };
      }}
      success={item ? 'Social link updated successfully' : 'Social link added successfully'}
      onClose={onClose}
    >
      <SelectField
        name="platform"
        label={itemLabels.platform}
        placeholder="Choose a platform"
        options={Object.entries(platforms).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        name="url"
        label={itemLabels.url}
        help="Your page’s address, starting with https://."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        name="order"
        label={itemLabels.order}
        help="Lower numbers come first. You can also drag the rows."
        type="number"
        inputMode="numeric"
        min={0}
      />
      <SwitchField name="isVisible" label={itemLabels.isVisible} />
    </ItemDialog>
  );
}
