import { createSlotRecipeContext, type HTMLChakraProps } from '@chakra-ui/react';
import type { RefAttributes } from 'react';
import { ChevronDown } from '#web/ui/icons.tsx';

export type Option = { value: string; label: string; disabled?: boolean; group?: string };

export type SelectProps = HTMLChakraProps<'select'> &
  RefAttributes<HTMLSelectElement> & {
    options: readonly Option[];
    /** First option, for no selection yet or for none. */
    placeholder?: string;
  };

/** Looks like the library's `NativeSelect`, without its part in labeled fields, whose code lists with filters don't need. */
const { withProvider, withContext } = createSlotRecipeContext({ key: 'nativeSelect' });
const Root = withProvider<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'root');
const Field = withContext<HTMLSelectElement, HTMLChakraProps<'select'>>('select', 'field');
const Indicator = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'indicator');

/**
 * One of a few choices; the browser's own list, so it works on every phone and with every screen reader. In a labeled field,
 * it is a `FieldSelect`.
 */
export const Select = ({ options, placeholder, w, ...field }: SelectProps) => (
  <Root w={w}>
    <Field {...field}>
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
    </Field>
    <Indicator>
      <ChevronDown strokeWidth={1.75} />
    </Indicator>
  </Root>
);

const grouped = (options: readonly Option[]) => [...Map.groupBy(options, ({ group }) => group)];

const asOption = ({ value, label, disabled }: Option) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
