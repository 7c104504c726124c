import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Menu, Plus } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { versionOf } from '#web/features/revisions/ContentForm.tsx';
import { HistoryButton } from '#web/features/revisions/HistoryButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DeleteMenuItem, ReorderMenuItems, UpdateMenuItem } from './admin.gql.ts';
import type { MenuItem, TabProps } from './content.ts';
import { DeleteItem } from './DeleteItem.tsx';
import { ItemList } from './ItemList.tsx';
import { MenuItemDialog } from './MenuItemDialog.tsx';
import { SitePreview } from './SitePreview.tsx';
import { TabLayout } from './TabLayout.tsx';
import { itemLabels } from './website-form.ts';

/** The links of the header. */
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
      description="The links of the header, in their order. The first 6 visible ones also stand in the footer."
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
      <chakra.div display="flex" flexDirection="column" gap={6}>
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
          <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
            <EmptyState
              title="The menu is empty"
              icon={<Menu size={28} strokeWidth={1.5} aria-hidden />}
              action={<Button onClick={() => setEditing({})}>Add Menu Item</Button>}
            >
              Visitors find a Contact button in its place. What you add stands there instead.
            </EmptyState>
          </chakra.div>
        )}
        <SitePreview content={content} without="footer" />
      </chakra.div>
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
