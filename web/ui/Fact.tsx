import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Hint } from './text.tsx';
import { touchArea } from './touch.ts';

type Props = {
  name: string;
  /** Small, below the value. */
  note?: ReactNode;
  /** Takes the whole line of its list. */
  wide?: boolean;
  children: ReactNode;
};

/** A name and its value in a `dl`. Links in it have room for fingers. */
export const Fact = ({ name, note, wide, children }: Props) => (
  <chakra.div minW={0} gridColumn={wide ? '1 / -1' : undefined}>
    <chakra.dt textStyle="sm" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere" fontVariantNumeric="tabular-nums" css={{ '& a': touchArea }}>
      {children}
      {note && <Hint as="div">{note}</Hint>}
    </chakra.dd>
  </chakra.div>
);
