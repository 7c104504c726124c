import { chakra } from '@chakra-ui/react';

export type Stat = { count: string; label: string };

/** Up to three figures in a row. Unknown ones are left out. */
export function StatsRow({ stats }: { stats: readonly Stat[] }) {
  const shown = stats.filter(({ count }) => count);
  if (shown.length === 0) return null;
  return (
    <chakra.section
      aria-label="In figures"
      w="full"
      maxW="content"
      mx="auto"
      px={{ base: 4, md: 8 }}
      py={{ base: 10, md: 14 }}
    >
      <chakra.dl display="grid" gridTemplateColumns={`repeat(${shown.length}, minmax(0, 1fr))`} columnGap={4}>
        {shown.map(({ count, label }) => (
          <chakra.div
            key={label + count}
            display="flex"
            flexDirection="column-reverse"
            justifyContent="flex-end"
          >
            <chakra.dt color="fg.muted" textStyle={{ base: 'md', md: 'lg' }} overflowWrap="anywhere">
              {label}
            </chakra.dt>
            <chakra.dd
              textStyle={{ base: 'xl', sm: '2xl', md: '3xl' }}
              fontWeight="semibold"
              fontVariantNumeric="tabular-nums"
              overflowWrap="anywhere"
            >
              {count}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.section>
  );
}
