import { useMutation } from '@apollo/client/react';
import { Button, Stack } from '@chakra-ui/react';
import { Menu, Plus } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { graphql } from '#web/gql/index.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Card } from '#web/ui/Card.tsx';
import { lastPlace, menuRules, toMenuValues } from './item-form.ts';
import { DeleteItem, ItemDialog } from './ItemDialog.tsx';
import { ItemList } from './ItemList.tsx';
import { SitePreview } from './SitePreview.tsx';
import { TabLayout } from './TabLayout.tsx';
import { itemLabels, type ListDialogProps, type MenuItem, type TabProps } from './website-form.ts';

const CreateMenuItem = graphql(`
  mutation CreateMenuItem($input: MenuItemInput!) {
    createMenuItem(input: $input) {
      ...MenuItemFields
    }
  }
`);

const UpdateMenuItem = graphql(`
  mutation UpdateMenuItem($id: ID!, $input: MenuItemChanges!, $version: Int) {
    updateMenuItem(id: $id, input: $input, version: $version) {
      id
    }
  }
`);

const DeleteMenuItem = graphql(`
  mutation DeleteMenuItem($id: ID!) {
    deleteMenuItem(id: $id)
  }
`);

const ReorderMenuItems = graphql(`
  mutation ReorderMenuItems($ids: [ID!]!, $version: Int) {
    reorderMenuItems(ids: $ids, version: $version) {
      id
    }
  }
`);

export const MenuItemFields = graphql(`
  fragment MenuItemFields on MenuItem {
    id
    title
    url
    order
    isExternal
    isVisible
  }
`);

export function NavigationTab({ content, reload }: TabProps) {
  const [editing, setEditing] = useState<{ item?: MenuItem }>();
  const [deleting, setDeleting] = useState<MenuItem>();
  const [update] = useMutation(UpdateMenuItem);
  const [reorder] = useMutation(ReorderMenuItems);
  const [remove] = useMutation(DeleteMenuItem);
  const { allMenuItems: items, contentStates } = content;
  const version = versionOf(contentStates, 'menu');
  return (
    <TabLayout
      title="Navigation"
      description="The links in the header, in order. The first 6 visible ones also appear in the footer."
      action={
        <>
          <HistoryButton part="menu" of="the menu" labels={itemLabels} onReverted={reload} />
          <Button onClick={() => setEditing({})}>
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            Add Menu Item
          </Button>
        </>
      }
    >
      <Stack gap={6}>
        {items.length > 0 ? (
          <ItemList
            label="Menu items"
            noun="Menu item"
            items={items}
            nameOf={({ title }) => title}
            factsOf={({ url, isExternal }) => (isExternal ? `${url} · opens in a new tab` : url)}
            reorder={(ids) => reorder({ variables: { ids, version } })}
            show={({ id }, isVisible) => update({ variables: { id, input: { isVisible } } })}
            reload={reload}
            onEdit={(item) => setEditing({ item })}
            onDelete={setDeleting}
          />
        ) : (
          <Card>
            <EmptyState
              title="The menu is empty"
              icon={<Menu size={28} strokeWidth={1.5} aria-hidden />}
              action={<Button onClick={() => setEditing({})}>Add Menu Item</Button>}
            >
              Visitors see a Contact button instead. Items you add replace it.
            </EmptyState>
          </Card>
        )}
        <SitePreview content={content} without="footer" />
      </Stack>
      {editing && (
        <MenuItemDialog
          item={editing.item}
          {...{ items, version, reload }}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <DeleteItem
          noun="menu item"
          name={deleting.title}
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

/** Adds or edits a link in the header. */
function MenuItemDialog({ item, items, version, reload, onClose }: ListDialogProps<MenuItem>) {
  const [create] = useMutation(CreateMenuItem);
  const [update] = useMutation(UpdateMenuItem);
  const last = lastPlace(items);
  return (
    <ItemDialog
      title={item ? 'Edit Menu Item' : 'Add Menu Item'}
      submit={item ? 'Save Changes' : 'Add Menu Item'}
      initial={toMenuValues(item, last)}
      rules={menuRules}
      version={version}
      create={(input) => create({ variables: { input } })}
      update={item && ((input, from) => update({ variables: { id: item.id, input, version: from } }))}
      now={async () => {
        const { data } = await reload();
        const found = data?.allMenuItems.find(({ id }) => id === item?.id);
        return {
          values: found && toMenuValues(found, last),
          version: versionOf(data?.contentStates ?? [], 'menu'),
        };
      }}
      success={item ? 'Menu item updated successfully' : 'Menu item added successfully'}
      onClose={onClose}
    >
      <TextField name="title" label={itemLabels.title} autoComplete="off" autoFocus />
      <TextField
        name="url"
        label={itemLabels.url}
        help="A path on this site such as /packages, or an https:// URL."
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
      <SwitchField name="isExternal" label={itemLabels.isExternal} />
      <SwitchField name="isVisible" label={itemLabels.isVisible} />
    </ItemDialog>
  );
}
