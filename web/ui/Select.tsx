import { NativeSelect } from '@chakra-ui/react';
import { ChevronDown } from '#web/ui/icons.tsx';
import type { ComponentProps } from 'react';

export type Option = { value: string; label: string; disabled?: boolean; group?: string };

type Props = ComponentProps<typeof NativeSelect.Field> &
  Pick<NativeSelect.RootProps, 'size' | 'w' | 'disabled'> & {
    options: readonly Option[];
    /** First option, for no selection yet or for none. */
    placeholder?: string;
  };

/** One of a few choices; the browser's own list, so it works on every phone and with every screen reader. */
export const Select = ({ options, placeholder, size, w, disabled, ...field }: Props) => (
  <NativeSelect.Root {...{ size, w, disabled }}>
    <NativeSelect.Field {...field}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {grouped(options).map(([group, all]) =>
        group === undefined ? (
          all.map(asOption)
        ) : (
          <optgroup key={group} label={group}>
            {all.map(asOption)}
          </optgroup>
        ),
      )}
    </NativeSelect.Field>
    <NativeSelect.Indicator>
      <ChevronDown strokeWidth={1.75} />
    </NativeSelect.Indicator>
  </NativeSelect.Root>
);

const grouped = (options: readonly Option[]) => [...Map.groupBy(options, ({ group }) => group)];

const asOption = ({ value, label, disabled }: Option) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
