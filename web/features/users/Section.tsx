import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';

/** A part of what is shown of a person: its name, what can be done at its right, and its content. */
export function Section(props: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} mb={1.5} minH={8}>
        <chakra.h3 id={id} fontWeight="semibold">
          {props.title}
        </chakra.h3>
        <chakra.span ms="auto">{props.action}</chakra.span>
      </chakra.div>
      {props.children}
    </chakra.section>
  );
}
