import { chakra } from '@chakra-ui/react';

/** The lantern. Its light is the brand's colour, its frame the text's. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden focusable="false">
      <g stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 5.2a3.5 3.5 0 0 1 7 0" />
        <path d="M6.4 7h11.2l-1.3 11.4H7.7z" />
        <path d="M6.4 21.4h11.2" />
      </g>
      <chakra.circle cx="12" cy="12.8" r="2.5" fill="brand.fg" />
    </svg>
  );
}

/** The mark with the product's name. */
export function Wordmark() {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={2} textStyle="lg" fontWeight="semibold">
      <Mark />
      Netlantern
    </chakra.span>
  );
}
