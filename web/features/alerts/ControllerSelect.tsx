import { chakra, createListCollection, Portal, Select } from '@chakra-ui/react';
import { Check, ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import type { AlertControllerFieldsFragment } from '#web/gql/graphql.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { controllerWords } from './words.ts';

export type AlertController = AlertControllerFieldsFragment;

type Props = {
  controllers: readonly AlertController[];
  value: AlertController;
  onChange: (id: string) => void;
};

/** Letters typed within so many milliseconds are one search in the list, as documented and as in the browser's own lists. */
const TYPED_TOGETHER = 1_000;

function listOf(controllers: readonly AlertController[]) {
  const list = createListCollection({
    items: [...controllers],
    itemToValue: ({ id }) => id,
    itemToString: ({ name, selectedSiteName }) => `${name}, ${selectedSiteName}`,
  });
  const { search } = list;
  list.search = (letter, options) => search(letter, { ...options, timeout: TYPED_TOGETHER });
  return list;
}

/** Which controller's site to look at: its state, its name and its site. */
export function ControllerSelect({ controllers, value, onChange }: Props) {
  const collection = useMemo(() => listOf(controllers), [controllers]);
  return (
    // Hundreds of choices are drawn when they are asked for, not with the screen.
    <Select.Root
      lazyMount
      collection={collection}
      value={[value.id]}
      onValueChange={({ value: [id] }) => id && onChange(id)}
      positioning={{ sameWidth: true }}
      w={{ base: 'full', md: '22rem' }}
    >
      <Select.Label srOnly>Controller</Select.Label>
      <Select.HiddenSelect />
      <Select.Control>
        <Select.Trigger>
          <Select.ValueText asChild>
            <span>
              <Choice controller={value} />
            </span>
          </Select.ValueText>
        </Select.Trigger>
        <Select.IndicatorGroup>
          <ChevronDown strokeWidth={1.75} aria-hidden />
        </Select.IndicatorGroup>
      </Select.Control>
      <Portal>
        <Select.Positioner>
          <Select.Content>
            {controllers.map((controller) => (
              <Select.Item key={controller.id} item={controller}>
                <Select.ItemText asChild>
                  <chakra.span display="block" minW={0}>
                    <Choice controller={controller} />
                  </chakra.span>
                </Select.ItemText>
                <Select.ItemIndicator>
                  <Check strokeWidth={1.75} aria-hidden />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Positioner>
      </Portal>
    </Select.Root>
  );
}

/** A name is worth more than its site when there is no room for both. */
function Choice({ controller: { name, selectedSiteName, status } }: { controller: AlertController }) {
  const online = status === 'online';
  return (
    <chakra.span
      display="grid"
      gridTemplateColumns="auto minmax(0, max-content) minmax(0, 1fr)"
      alignItems="center"
      gap={2}
      whiteSpace="nowrap"
    >
      <StatusDot state={online ? 'ok' : 'critical'} word={controllerWords[status]} hidden={online} />
      <chakra.span fontWeight="medium" truncate>
        {name}
      </chakra.span>
      <chakra.span color="fg.muted" truncate>
        {selectedSiteName}
      </chakra.span>
    </chakra.span>
  );
}
