import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';

type Props = { title: string; description?: ReactNode; danger?: boolean; children: ReactNode };

/** One card of the settings: what it is about at the left, what can be set at the right; one column on a phone. */
export function SettingsCard({ title, description, danger, children }: Props) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '15rem minmax(0, 1fr)' }}
      columnGap={8}
      rowGap={4}
      p={{ base: 4, md: 6 }}
      borderWidth="1px"
      borderColor={danger ? 'danger.border' : undefined}
      borderRadius="surface"
      bg="bg.panel"
      // The save bar may stand over the lower edge: what gets the focus scrolls clear of it.
      css={{ '& :is(input, select, textarea)': { scrollMarginBottom: '5.5rem' } }}
    >
      <div>
        <chakra.h2 id={id} textStyle="lg" fontWeight="semibold">
          {title}
        </chakra.h2>
        {description && (
          <chakra.p mt={1} textStyle="sm" color="fg.muted">
            {description}
          </chakra.p>
        )}
      </div>
      <chakra.div minW={0} maxW="44rem" display="flex" flexDirection="column" gap={6}>
        {children}
      </chakra.div>
    </chakra.section>
  );
}

/** A part of a card with a name of its own, and perhaps one thing to do. */
export function CardPart(props: {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="flex-start"
        justifyContent="space-between"
        gap={3}
      >
        <chakra.div flex="1 1 14rem" minW={0}>
          <chakra.h3 id={id} fontWeight="medium">
            {props.title}
          </chakra.h3>
          {props.description && (
            <chakra.div mt={0.5} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {props.description}
            </chakra.div>
          )}
        </chakra.div>
        {props.action}
      </chakra.div>
      {props.children && <chakra.div mt={3}>{props.children}</chakra.div>}
    </chakra.section>
  );
}
