import { chakra, createListCollection, Portal, Select, VisuallyHidden } from '@chakra-ui/react';
import { formatNumber } from '#web/lib/format.ts';
import { Check, ChevronDown } from '#web/ui/icons.tsx';
import { useMemo } from 'react';
import { siteText } from '#web/features/controllers/controller-state.ts';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Muted } from '#web/ui/text.tsx';
import { controllerWords } from './alert-words.ts';
import type { AlertController, AlertCount } from './useAlertControllers.ts';

type Props = {
  controllers: readonly AlertController[];
  counts: readonly AlertCount[];
  /** Undefined: all controllers. */
  value: AlertController | undefined;
  onChange: (id: string | undefined) => void;
  onOpenChange: (isOpen: boolean) => void;
};

/** Type-ahead resets after this many milliseconds, as documented. */
const TYPE_AHEAD_TIMEOUT = 1_000;

/** The value of the first option. */
const ALL = 'all';

function listOf(controllers: readonly AlertController[]) {
  const list = createListCollection<AlertController | { id: typeof ALL }>({
    items: [{ id: ALL }, ...controllers],
    itemToValue: ({ id }) => id,
    itemToString: (one) => ('name' in one ? `${one.name}, ${siteText(one)}` : ALL_CONTROLLERS),
  });
  const { search } = list;
  list.search = (letter, options) => search(letter, { ...options, timeout: TYPE_AHEAD_TIMEOUT });
  return list;
}

const ALL_CONTROLLERS = 'All controllers';

/** Narrows the list to a controller. Each option shows its status, name and site, and how many alerts are open there. */
export function ControllerSelect({ controllers, counts, value, onChange, onOpenChange }: Props) {
  const countOf = useMemo(() => new Map(counts.map((one) => [one.controllerId, one])), [counts]);
  const collection = useMemo(() => {
    const isListed = !value || controllers.some(({ id }) => id === value.id);
    return listOf(isListed ? controllers : [...controllers, value]);
  }, [controllers, value]);
  return (
    // There can be hundreds of options, so they render only when the list opens.
    <Select.Root
      lazyMount
      collection={collection}
      value={[value?.id ?? ALL]}
      onValueChange={({ value: [id] }) => onChange(id === ALL ? undefined : id)}
      onOpenChange={({ open }) => onOpenChange(open)}
      positioning={{ sameWidth: true }}
      w={{ base: 'full', md: '20rem', xl: 'full' }}
    >
      <Select.Label srOnly>Controller</Select.Label>
      <Select.HiddenSelect />
      <Select.Control>
        <Select.Trigger>
          <Select.ValueText asChild>
            <span>{value ? <Choice controller={value} /> : <Everywhere />}</span>
          </Select.ValueText>
        </Select.Trigger>
        <Select.IndicatorGroup>
          <ChevronDown strokeWidth={1.75} aria-hidden />
        </Select.IndicatorGroup>
      </Select.Control>
      <Portal>
        <Select.Positioner>
          <Select.Content>
            {collection.items.map((item) => (
              <Select.Item key={item.id} item={item}>
                <Select.ItemText asChild>
                  <chakra.span display="block" minW={0}>
                    {'name' in item ? (
                      <Choice controller={item} count={countOf.get(item.id)} />
                    ) : (
                      <Everywhere />
                    )}
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

const Everywhere = () => <chakra.span fontWeight="medium">{ALL_CONTROLLERS}</chakra.span>;

/** When space is short, the site name is cut before the controller name. */
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
      <Muted as="span" truncate>
        {siteText(controller)}
      </Muted>
      {count && (
        <chakra.span display="inline-flex" alignItems="center" gap={1} fontVariantNumeric="tabular-nums">
          <chakra.span color={`state.${count.severity}`}>
            <StateIcon state={count.severity} size={10} />
          </chakra.span>
          {formatNumber(count.count)}
          <VisuallyHidden>{count.count === 1 ? ' open alert' : ' open alerts'}</VisuallyHidden>
        </chakra.span>
      )}
    </chakra.span>
  );
}
