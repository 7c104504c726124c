import { chakra } from '@chakra-ui/react';
import { Mark } from '#web/ui/Mark.tsx';

/** How the site is called, and its picture; null: the mark of the product. */
export type SiteLook = { siteName: string; logoUrl?: string | null; logoWidth: number; logoHeight: number };

/** The logo and the name beside it, as the way to the first page. */
export const SiteName = ({ siteName, logoUrl, logoWidth, logoHeight }: SiteLook) => (
  <chakra.a
    href="/"
    display="inline-flex"
    alignItems="center"
    gap={2}
    minW={0}
    minH={11}
    me="auto"
    borderRadius="sm"
    textStyle="lg"
    fontWeight="semibold"
  >
    {logoUrl ? (
      <chakra.img
        src={logoUrl}
        alt=""
        htmlWidth={logoWidth}
        htmlHeight={logoHeight}
        w={`${logoWidth}px`}
        h="auto"
        // A phone needs room for the name as well.
        maxW={{ base: '24vw', sm: '40vw' }}
        flexShrink={0}
        maxH="5rem"
        objectFit="contain"
        objectPosition="left center"
      />
    ) : (
      <chakra.span flexShrink={0}>
        <Mark />
      </chakra.span>
    )}
    <chakra.span minW={0} lineClamp={2} lineHeight={1.25} overflowWrap="anywhere">
      {siteName}
    </chakra.span>
  </chakra.a>
);
