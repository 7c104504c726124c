import { chakra } from '@chakra-ui/react';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
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
      <SectionTitle id={id} tabIndex={-1} scrollMarginTop="5rem" outline={0}>
        {title}
      </SectionTitle>
      {children && <Hint>{children}</Hint>}
    </div>
    {action}
  </chakra.div>
);
