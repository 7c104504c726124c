import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = { columns: Record<string, string>; children: ReactNode };

/** Figures side by side with hairlines between them, in these columns. */
export const FigureStrip = ({ columns, children }: Props) => (
  <chakra.dl
    display="grid"
    gridTemplateColumns={columns}
    gap="1px"
    bg="border"
    borderWidth="1px"
    borderRadius="surface"
    overflow="hidden"
  >
    {children}
  </chakra.dl>
);
