import { chakra } from '@chakra-ui/react';
import { usePlatform } from '#web/lib/platform.ts';

/** The lantern. Its light is the brand's color, its frame the text's. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden focusable="false">
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="12" cy="3.4" r="1.7" />
        <path d="M7.2 9 9.6 5.6h4.8L16.8 9" />
        <path d="M7.2 9h9.6l1.9 5-1.9 5H7.2l-1.9-5z" />
        <path d="M8 21.8h8" />
      </g>
      <chakra.circle cx="12" cy="14" r="2.6" fill="brand.fg" />
    </svg>
  );
}

/** The operator's logo, or the lantern. The name is beside it or on its link. */
export function Logo() {
  const { logoUrl } = usePlatform();
  if (!logoUrl) return <Mark />;
  return <chakra.img src={logoUrl} alt="" h={6} w="auto" maxW={10} objectFit="contain" />;
}

/** The mark with the product's name. */
export function Wordmark() {
  const { platformName } = usePlatform();
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={2} textStyle="lg" fontWeight="semibold">
      <chakra.span flexShrink={0} display="inline-flex">
        <Logo />
      </chakra.span>
      <chakra.span minW={0} lineClamp={2} lineHeight={1.25} overflowWrap="anywhere">
        {platformName}
      </chakra.span>
    </chakra.span>
  );
}
