import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Info } from './icons.tsx';
import { touchArea } from './touch.ts';
import { usePopoverPosition } from './usePopoverPosition.ts';

/** Pixels. Fits a phone. */
const WIDTH = 288;

/** A button that shows an explanation on click, tap or key, such as how a figure is computed. */
export function InfoTip({ label, children }: { label: string; children: ReactNode }) {
  const { buttonProps, panelProps } = usePopoverPosition(undefined, WIDTH);
  return (
    <>
      <Button
        {...buttonProps}
        variant="ghost"
        size="xs"
        px={0}
        h={6}
        minW={6}
        color="fg.subtle"
        aria-label={label}
        aria-describedby={panelProps.id}
        // Keeps lines as high as without the button. Its area for fingers reaches beyond.
        my={-1}
        css={[touchArea, { '@media (pointer: coarse)': { minH: 6, minW: 6 } }]}
      >
        <Info size={14} strokeWidth={1.75} aria-hidden />
      </Button>
      <chakra.div
        {...panelProps}
        w={`${WIDTH}px`}
        maxW="calc(100vw - 1rem)"
        px={3}
        py={2.5}
        textStyle="sm"
        fontWeight="normal"
        whiteSpace="normal"
      >
        {children}
      </chakra.div>
    </>
  );
}
