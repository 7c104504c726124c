import { chakra } from '@chakra-ui/react';
import { useId } from 'react';

const STEP = 26;
/** How far the light reaches, in steps. */
const REACH = 7;
/** Position of the failing site from the left edge. It is close on narrow screens, so that its name fits. */
const LIT = { base: `${1.5 * STEP}px`, lg: `${7.5 * STEP}px` };

/** The lit sites in rings of the same light, each drawn by one path: a page with every site as an element is slow. */
const rings = new Map<number, string>();
for (let row = -REACH; row <= REACH; row += 1)
  for (let column = -REACH; column <= REACH; column += 1) {
    // Rounded: it is written out in pages.
    const light = Math.round(100 * (1 - Math.hypot(column, row) / REACH)) / 100;
    if (light > 0 && light < 1)
      rings.set(light, `${rings.get(light) ?? ''}M${column * STEP} ${row * STEP}h0`);
  }

/** The product's picture: a lantern over a dark field of sites, its light on the one that broke. Decoration only. */
export function SiteField({ label }: { label: string }) {
  const sites = useId();
  return (
    <chakra.div aria-hidden position="relative" w="full" h="full" bg="#0b1120" overflow="hidden">
      {/* The origin is at half the height, so that the light is visible at every size. */}
      <chakra.svg position="absolute" top="50%" insetStart={0} w="full" h="1px" overflow="visible">
        <pattern id={sites} width={STEP} height={STEP} patternUnits="userSpaceOnUse">
          <circle cx={STEP / 2} cy={STEP / 2} r={1.5} fill="#2b3b59" />
        </pattern>
        <rect x={0} y={-20 * STEP} width="100%" height={40 * STEP} fill={`url(#${sites})`} />
        <chakra.g translate={{ base: `${LIT.base} ${STEP / 2}px`, lg: `${LIT.lg} ${STEP / 2}px` }}>
          {[...rings].map(([light, sites]) => (
            <path
              key={light}
              d={sites}
              stroke="#93b4f5"
              strokeWidth={2 * (1.5 + light)}
              strokeLinecap="round"
              opacity={light}
            />
          ))}
          <circle r={15} fill="#0b1120" />
          <path d="M0-8.5 9 7.5H-9Z" fill="#f87171" />
        </chakra.g>
      </chakra.svg>
      <chakra.span
        position="absolute"
        top="50%"
        insetStart={LIT}
        ms="18px"
        translate={`0 calc(${STEP / 2}px - 50%)`}
        px={1.5}
        py={1}
        borderRadius="control"
        bg="#0b1120"
        color="#e5ecf6"
        fontWeight="medium"
        whiteSpace="nowrap"
        fontVariantNumeric="tabular-nums"
      >
        {label}
      </chakra.span>
    </chakra.div>
  );
}
