import { chakra, createListCollection, Portal, Select, VisuallyHidden } from '@chakra-ui/react';
import { Check, ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { siteText } from '#web/features/controllers/controller-state.ts';
import type { AlertControllerFieldsFragment } from '#web/gql/graphql.ts';
import { StateShape } from '#web/ui/StateShape.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { AlertCount } from './useChosenController.ts';
import { controllerWords } from './words.ts';

export type AlertController = AlertControllerFieldsFragment;

type Props = {
  controllers: readonly AlertController[];
  counts: readonly AlertCount[];
  value: AlertController;
  onChange: (id: string) => void;
};

/** Letters typed within so many milliseconds are one search in the list, as documented and as in the browser's own lists. */
const TYPED_TOGETHER = 1_000;

function listOf(controllers: readonly AlertController[]) {
  const list = createListCollection({
    items: [...controllers],
    itemToValue: ({ id }) => id,
    itemToString: (one) => `${one.name}, ${siteText(one)}`,
  });
  const { search } = list;
  list.search = (letter, options) => search(letter, { ...options, timeout: TYPED_TOGETHER });
  return list;
}

/** Selects a controller. Each option shows its status, name and site, and how many alerts are open there. */
export function ControllerSelect({ controllers, counts, value, onChange }: Props) {
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
                    <Choice
                      controller={controller}
                      count={counts.find(({ controllerId }) => controllerId === controller.id)}
                    />
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
function Choice({ controller, count }: { controller: AlertController; count?: AlertCount }) {
  const { name, status } = controller;
  const online = status === 'online';
  return (
    <chakra.span
      display="grid"
      gridTemplateColumns="auto minmax(0, max-content) minmax(0, 1fr) auto"
      alignItems="center"
      gap={2}
      whiteSpace="nowrap"
    >
      <StatusDot state={online ? 'ok' : 'critical'} word={controllerWords[status]} hidden={online} />
      <chakra.span fontWeight="medium" truncate>
        {name}
      </chakra.span>
      <chakra.span color="fg.muted" truncate>
        {siteText(controller)}
      </chakra.span>
      {count && (
        <chakra.span display="inline-flex" alignItems="center" gap={1} fontVariantNumeric="tabular-nums">
          <chakra.span color={`state.${count.severity}`}>
            <StateShape state={count.severity} size={10} />
          </chakra.span>
          {count.count.toLocaleString()}
          <VisuallyHidden>{count.count === 1 ? ' open alert' : ' open alerts'}</VisuallyHidden>
        </chakra.span>
      )}
    </chakra.span>
  );
}
