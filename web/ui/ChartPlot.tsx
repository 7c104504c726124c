import './named-language.ts';
import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useIsDark } from '#web/lib/dark.ts';
import { dateOf } from '#web/lib/utc-day.ts';
import type { ChartProps } from './Chart.tsx';
import { optionsOf } from './chart-options.ts';

const secondOf = (day: string) => Date.parse(day) / 1000;

/** Draws on a canvas as wide as its place; the day under the pointer is read out over it. */
export function ChartPlot(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  const [at, setAt] = useState<number | null>(null);
  const { days, values, format, shape, threshold, scale } = props;
  useEffect(() => {
    const { current: element } = place;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const data: uPlot.AlignedData = [days.map(secondOf), [...values]];
    let plot: uPlot | undefined;
    const observer = new ResizeObserver(() => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      if (size.width === 0) return;
      if (plot) plot.setSize(size);
      else
        plot = new uPlot(
          { ...optionsOf({ values, format, shape, threshold, scale }, element, setAt), ...size },
          data,
          element,
        );
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot?.destroy();
    };
    // In another theme everything has another colour.
  }, [days, values, format, shape, threshold, scale, isDark]);
  const day = at === null ? undefined : days[at];
  const value = at === null ? undefined : values[at];
  return (
    <chakra.div position="relative" h="full" data-theme={isDark ? 'dark' : 'light'}>
      <chakra.div ref={place} h="full" overflow="hidden" />
      {day && (
        <chakra.div
          aria-hidden
          position="absolute"
          top={0}
          insetEnd={0}
          px={2}
          py={0.5}
          borderWidth="1px"
          borderRadius="control"
          bg="bg.panel"
          textStyle="xs"
          fontVariantNumeric="tabular-nums"
          pointerEvents="none"
        >
          {dateOf(day)}: {typeof value === 'number' ? format(value) : 'not known'}
        </chakra.div>
      )}
    </chakra.div>
  );
}
