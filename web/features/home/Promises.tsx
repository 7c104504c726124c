import { chakra } from '@chakra-ui/react';
import { StateShape } from '#web/ui/StateShape.tsx';

/** Short promises below a call, on one line where there is room. */
export const Promises = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <chakra.ul mt={5} listStyleType="none" display="flex" flexWrap="wrap" columnGap={5} rowGap={1.5}>
      {lines.map((line) => (
        <chakra.li
          key={line}
          display="inline-flex"
          alignItems="center"
          gap={2}
          color="fg.muted"
          minW={0}
          overflowWrap="anywhere"
        >
          <chakra.span color="accent.fg" display="inline-flex">
            <StateShape state="ok" />
          </chakra.span>
          {line}
        </chakra.li>
      ))}
    </chakra.ul>
  );
