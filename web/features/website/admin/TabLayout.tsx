import { chakra } from '@chakra-ui/react';
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
          <chakra.h2 id={id} textStyle="lg" fontWeight="semibold">
            {title}
          </chakra.h2>
          <chakra.p mt={0.5} color="fg.muted">
            {description}
          </chakra.p>
        </chakra.div>
        <chakra.div display="flex" flexWrap="wrap" gap={2}>
          {action}
        </chakra.div>
      </chakra.div>
      {children}
    </chakra.section>
  );
}
