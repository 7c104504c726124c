import { chakra, Stack } from '@chakra-ui/react';
import { Card } from '#web/ui/Card.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { useId, type ReactNode } from 'react';

type Props = { title: string; description?: ReactNode; danger?: boolean; children: ReactNode };

/** One card of the settings: what it is about at the left, what can be set at the right; one column on a phone. */
export function SettingsCard({ title, description, danger, children }: Props) {
  const id = useId();
  return (
    <Card
      as="section"
      aria-labelledby={id}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '15rem minmax(0, 1fr)' }}
      columnGap={8}
      rowGap={4}
      p={{ base: 4, md: 6 }}
      borderColor={danger ? 'danger.border' : undefined}
      // Keeps the focused field clear of the save bar.
      css={{ '& :is(input, select, textarea)': { scrollMarginBottom: '5.5rem' } }}
    >
      <div>
        <SectionTitle id={id}>{title}</SectionTitle>
        {description && <Hint mt={1}>{description}</Hint>}
      </div>
      <Stack minW={0} maxW="44rem" gap={6}>
        {children}
      </Stack>
    </Card>
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
            <Hint as="div" mt={0.5} overflowWrap="anywhere">
              {props.description}
            </Hint>
          )}
        </chakra.div>
        {props.action}
      </chakra.div>
      {props.children && <chakra.div mt={3}>{props.children}</chakra.div>}
    </chakra.section>
  );
}
