import { useMutation } from '@apollo/client/react';
import { versionOf } from '#web/features/revisions/ContentForm.tsx';
import type { MenuItemInput } from '#web/gql/graphql.ts';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CreateMenuItem, UpdateMenuItem } from './admin.gql.ts';
import type { ListDialogProps, MenuItem } from './content.ts';
import { lastPlace, menuRules, toMenuValues, type MenuValues } from './item-form.ts';
import { ItemDialog } from './ItemDialog.tsx';
import { itemLabels } from './website-form.ts';

/** Adds a link to the header, or changes one. */
export function MenuItemDialog({ item, items, version, reload, onClose }: ListDialogProps<MenuItem>) {
  const [create] = useMutation(CreateMenuItem);
  const [update] = useMutation(UpdateMenuItem);
  const last = lastPlace(items);
  return (
    <ItemDialog<MenuValues>
      title={item ? 'Edit Menu Item' : 'Add Menu Item'}
      submit={item ? 'Save Changes' : 'Add Menu Item'}
      isNew={!item}
      initial={toMenuValues(item, last)}
      rules={menuRules}
      version={version}
      save={(values, from) => {
        const input = values as MenuItemInput;
        return item
          ? update({ variables: { id: item.id, input, version: from } })
          : create({ variables: { input } });
      }}
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
        help="A path of this site such as /packages, or an address that begins with https://."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        name="order"
        label={itemLabels.order}
        help="Lower comes first. Dragging the rows does the same."
        type="number"
        inputMode="numeric"
        min={0}
      />
      <SwitchField name="isExternal" label={itemLabels.isExternal} />
      <SwitchField name="isVisible" label={itemLabels.isVisible} />
    </ItemDialog>
  );
}
