import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';

type Props = {
  title: string;
  /** What the figures are, and are not. */
  note?: ReactNode;
  /** As wide as there is room. */
  wide?: boolean;
  children: ReactNode;
};

/** One drawing with its heading. */
export function Part({ title, note, wide, children }: Props) {
  const heading = useId();
  return (
    <chakra.section
      aria-labelledby={heading}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="surface"
      p={4}
      minW={0}
      gridColumn={wide ? '1 / -1' : undefined}
    >
      <chakra.h3 id={heading} fontWeight="semibold">
        {title}
      </chakra.h3>
      {note && (
        <chakra.p textStyle="sm" color="fg.muted">
          {note}
        </chakra.p>
      )}
      <chakra.div mt={3}>{children}</chakra.div>
    </chakra.section>
  );
}
