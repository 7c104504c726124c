import { chakra } from '@chakra-ui/react';
import { Card } from '#web/ui/Card.tsx';
import type { ComponentProps, ReactNode } from 'react';

type Props = {
  label: string;
  columns: ComponentProps<typeof chakra.div>['gridTemplateColumns'];
  /** The names of the columns, which only wide screens have room for. */
  head: ReactNode;
  children: ReactNode;
};

/** A table whose rows lay themselves out: columns on wide screens, a few lines each on phones. */
export const GridTable = ({ label, columns, head, children }: Props) => (
  <Card role="table" aria-label={label} overflow="hidden" fontVariantNumeric="tabular-nums">
    <chakra.div
      role="row"
      display={{ base: 'none', lg: 'grid' }}
      gridTemplateColumns={columns}
      columnGap={4}
      alignItems="center"
      h={9}
      px={4}
      mb="-1px"
      textStyle="xs"
      fontWeight="medium"
      color="fg.muted"
    >
      {head}
    </chakra.div>
    {children}
  </Card>
);
