import './named-language.ts';
import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useIsDark } from '#web/lib/useIsDark.ts';
import type { ChartProps } from './Chart.tsx';
import { optionsOf } from './chart-options.ts';
import { timeWords } from './chart-time.ts';

const secondOf = (time: string) => Date.parse(time) / 1000;

/** Draws on a canvas as wide as its place; the time under the pointer is read out over it. */
export function ChartPlot(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  const [at, setAt] = useState<number | null>(null);
  const { times, values, format, shape, threshold, marked, scale, gaps } = props;
  useEffect(() => {
    const { current: element } = place;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const data: uPlot.AlignedData = [times.map(secondOf), [...values]];
    let plot: uPlot | undefined;
    const observer = new ResizeObserver(() => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      if (size.width === 0) return;
      if (plot) plot.setSize(size);
      else
        plot = new uPlot(
          {
            ...optionsOf({ times, values, format, shape, threshold, marked, scale, gaps }, element, setAt),
            ...size,
          },
          data,
          element,
        );
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot?.destroy();
    };
    // In another theme everything has another color.
  }, [times, values, format, shape, threshold, marked, scale, gaps, isDark]);
  const time = at === null ? undefined : times[at];
  const value = at === null ? undefined : values[at];
  return (
    <chakra.div position="relative" h="full" data-theme={isDark ? 'dark' : 'light'}>
      <chakra.div ref={place} h="full" overflow="hidden" />
      {time && (
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
          {timeWords(time)}: {typeof value === 'number' ? format(value) : 'not known'}
        </chakra.div>
      )}
    </chakra.div>
  );
}
