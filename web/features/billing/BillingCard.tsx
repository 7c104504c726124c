import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** A part of the page with its name, and perhaps one thing to do at its right. */
export function BillingCard({ title, action, children }: Props) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      p={{ base: 4, md: 6 }}
      borderWidth="1px"
      borderRadius="surface"
      bg="bg.panel"
    >
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap={3}
        mb={3}
      >
        <chakra.h2 id={id} textStyle="lg" fontWeight="semibold">
          {title}
        </chakra.h2>
        {action}
      </chakra.div>
      {children}
    </chakra.section>
  );
}
