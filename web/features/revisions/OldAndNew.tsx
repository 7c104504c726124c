import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { valueWords } from '#web/features/audit/words.ts';
import { hexColour } from '#web/lib/contrast.ts';

/** Old, an arrow, new; the words say which is which to those who cannot see it. */
export const OldAndNew = ({ before, after }: { before: ReactNode; after: ReactNode }) => (
  <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" columnGap={2} rowGap={0.5}>
    <chakra.span color="fg.muted">
      <chakra.span srOnly>before: </chakra.span>
      {before}
    </chakra.span>
    <chakra.span color="fg.subtle" aria-hidden>
      →
    </chakra.span>
    <chakra.span fontWeight="medium">
      <chakra.span srOnly>after: </chakra.span>
      {after}
    </chakra.span>
  </chakra.span>
);

/** A picture that was uploaded here. */
const picture = /^\/uploads\/[\w-]+\.\w+$/;

/** One value in words; a colour also as itself, and a picture as a picture. */
export function Value({ of }: { of: unknown }) {
  if (typeof of === 'string' && picture.test(of)) {
    return (
      <chakra.img src={of} alt={of} h={8} maxW={32} objectFit="contain" borderWidth="1px" borderRadius="sm" />
    );
  }
  const colour = typeof of === 'string' && of.startsWith('#') ? hexColour(of) : undefined;
  if (!colour) return <>{valueWords(of)}</>;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={1.5} fontFamily="mono" textStyle="sm">
      <chakra.span
        aria-hidden
        boxSize={4}
        borderRadius="sm"
        borderWidth="1px"
        borderColor="border.control"
        flexShrink={0}
        style={{ backgroundColor: colour }}
      />
      {colour}
    </chakra.span>
  );
}
