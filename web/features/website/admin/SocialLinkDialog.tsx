import { useMutation } from '@apollo/client/react';
import { versionOf } from '#web/features/revisions/ContentForm.tsx';
import type { SocialLinkInput } from '#web/gql/graphql.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CreateSocialLink, UpdateSocialLink } from './admin.gql.ts';
import type { ListDialogProps, SocialLink } from './content.ts';
import { lastPlace, socialRules, toSocialValues, type SocialValues } from './item-form.ts';
import { ItemDialog } from './ItemDialog.tsx';
import { itemLabels, platforms } from './website-form.ts';

/** Adds a place elsewhere to the footer, or changes one. */
export function SocialLinkDialog({ item, items, version, reload, onClose }: ListDialogProps<SocialLink>) {
  const [create] = useMutation(CreateSocialLink);
  const [update] = useMutation(UpdateSocialLink);
  const last = lastPlace(items);
  return (
    <ItemDialog<SocialValues>
      title={item ? 'Edit Social Link' : 'Add Social Link'}
      submit={item ? 'Save Changes' : 'Add Social Link'}
      isNew={!item}
      initial={toSocialValues(item, last)}
      rules={socialRules}
      version={version}
      save={(values, from) => {
        const input = values as SocialLinkInput;
        return item
          ? update({ variables: { id: item.id, input, version: from } })
          : create({ variables: { input } });
      }}
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
        help="The page there; it begins with https://."
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
      <SwitchField name="isVisible" label={itemLabels.isVisible} />
    </ItemDialog>
  );
}
