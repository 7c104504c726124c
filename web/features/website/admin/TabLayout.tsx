import { chakra } from '@chakra-ui/react';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { useId, type ReactNode } from 'react';

type Props = { title: string; description: ReactNode; action: ReactNode; children: ReactNode };

/** A tab's header and content. */
export function TabLayout({ title, description, action, children }: Props) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="flex-start"
        justifyContent="space-between"
        gap={3}
        mb={4}
      >
        <chakra.div flex="1 1 16rem" minW={0}>
          <SectionTitle id={id}>{title}</SectionTitle>
          <Muted mt={0.5}>{description}</Muted>
        </chakra.div>
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          {action}
        </chakra.div>
      </chakra.div>
      {children}
    </chakra.section>
  );
}
