import { chakra } from '@chakra-ui/react';
import { marksBetween } from './chart-time.ts';

/** About this many labels fit side by side. Phones show every second one. */
const MOST = 8;

/** Share of the width from which a label would stick out, in percent. */
const EDGE = 7;

/** The time below something that is drawn from one moment to another, with labels at round times. */
export function TimeAxis({ from, until }: { from: string; until: string }) {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  if (!(end > begin)) return null;
  return (
    <chakra.div aria-hidden position="relative" h={5} textStyle="xs" color="fg.muted">
      {marksBetween(new Date(begin), new Date(end), MOST).map(({ at, words }, index) => {
        const share = ((at.getTime() - begin) / (end - begin)) * 100;
        return (
          <chakra.span
            key={at.getTime()}
            display={{ base: index % 2 === 0 ? 'inline' : 'none', md: 'inline' }}
            position="absolute"
            top={0}
            pt={1}
            whiteSpace="nowrap"
            fontVariantNumeric="tabular-nums"
            {...sideOf(share)}
            style={share > 100 - EDGE ? { right: `${100 - share}%` } : { left: `${share}%` }}
          >
            {words}
          </chakra.span>
        );
      })}
    </chakra.div>
  );
}

/** Centers a label at its tick, except near the ends. */
function sideOf(share: number) {
  if (share < EDGE) return { _before: tickAt({ insetStart: 0 }) };
  if (share > 100 - EDGE) return { _before: tickAt({ insetEnd: 0 }) };
  return { transform: 'translateX(-50%)', _before: tickAt({ insetStart: '50%' }) };
}

const tickAt = (place: object) => ({
  content: '""',
  position: 'absolute',
  top: 0,
  h: 1,
  borderStartWidth: '1px',
  borderColor: 'border.control',
  ...place,
});
