import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = {
  /** What the page's own navigation and other pages lead to. */
  id: string;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

/** The head of one part of a long page: a name that addresses lead to, a line about it, its one action. */
export const PartHeading = ({ id, title, children, action }: Props) => (
  <chakra.div
    display="flex"
    flexWrap="wrap"
    alignItems="flex-end"
    justifyContent="space-between"
    columnGap={4}
    rowGap={2}
    mb={3}
  >
    <div>
      <chakra.h2
        id={id}
        tabIndex={-1}
        textStyle="lg"
        fontWeight="semibold"
        scrollMarginTop="5rem"
        outline={0}
      >
        {title}
      </chakra.h2>
      {children && (
        <chakra.p textStyle="sm" color="fg.muted">
          {children}
        </chakra.p>
      )}
    </div>
    {action}
  </chakra.div>
);
