import { chakra } from '@chakra-ui/react';

const COLUMNS = 30;
const ROWS = 12;
const STEP = 26;
/** The site that broke, in columns and rows. */
const LIT = { column: 8, row: 5 };

const sites = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
  const column = index % COLUMNS;
  const row = Math.floor(index / COLUMNS);
  const distance = Math.hypot(column - LIT.column, row - LIT.row);
  return { x: (column + 0.5) * STEP, y: (row + 0.5) * STEP, light: Math.max(0, 1 - distance / 6), distance };
}).filter(({ distance }) => distance > 0);

/** The product's picture: a lantern over a dark field of sites, its light on the one that broke. Decoration only. */
export function SiteField({ label }: { label: string }) {
  const x = (LIT.column + 0.5) * STEP;
  const y = (LIT.row + 0.5) * STEP;
  return (
    <chakra.svg
      aria-hidden
      focusable="false"
      viewBox={`0 0 ${COLUMNS * STEP} ${ROWS * STEP}`}
      preserveAspectRatio="xMinYMid slice"
      display="block"
      w="full"
      h="full"
    >
      {sites.map((site) => (
        <circle
          key={`${site.x} ${site.y}`}
          cx={site.x}
          cy={site.y}
          r={1.6 + site.light * 1.2}
          fill={site.light > 0 ? '#93b4f5' : '#2b3b59'}
          opacity={site.light > 0 ? 0.25 + site.light * 0.75 : 0.9}
        />
      ))}
      <path d={`M${x} ${y - 8}l9 15.6h-18z`} fill="#f87171" />
      <rect x={x + 18} y={y - 15} width={label.length * 7.4 + 18} height={30} rx={6} fill="#0b1120" />
      <chakra.text x={x + 27} y={y + 5} fill="#e5ecf6" fontSize="13px" fontWeight="medium">
        {label}
      </chakra.text>
    </chakra.svg>
  );
}
