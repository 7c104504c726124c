import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = {
  /** The anchor that links point to. */
  id: string;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

/** A section's heading with its anchor, description and action. */
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
