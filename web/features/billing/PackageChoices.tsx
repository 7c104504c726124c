import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { OfferedPackage } from './PackageSummary.tsx';
import { capital, monthlyPrice, reachOf } from './plan-words.ts';

type Props = { offers: readonly OfferedPackage[]; value?: string; onChange: (id: string) => void };

/** One of the packages: what it is called, how far it reaches, what it costs. */
export function PackageChoices({ offers, value, onChange }: Props) {
  const name = useId();
  return (
    <chakra.fieldset display="flex" flexDirection="column" gap={2}>
      <chakra.legend textStyle="sm" fontWeight="medium" mb={2}>
        Packages
      </chakra.legend>
      {offers.map((offer) => (
        <chakra.label
          key={offer.id}
          display="flex"
          gap={3}
          px={3}
          py={2.5}
          borderWidth="1px"
          borderColor="border.control"
          borderRadius="surface"
          cursor="pointer"
          _hover={{ bg: 'bg.subtle' }}
          css={{
            '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
            '&:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
          }}
        >
          <chakra.input
            type="radio"
            name={name}
            value={offer.id}
            checked={offer.id === value}
            onChange={() => onChange(offer.id)}
            boxSize={4}
            mt={0.5}
            flexShrink={0}
            appearance="none"
            outline={0}
            borderRadius="full"
            borderWidth="1px"
            borderColor="border.control"
            bg="bg.panel"
            cursor="pointer"
            _checked={{ borderWidth: '5px', borderColor: 'brand.solid' }}
          />
          <chakra.span flex={1} minW={0} overflowWrap="anywhere">
            <chakra.span display="block" fontWeight="medium">
              {offer.name}
            </chakra.span>
            <chakra.span display="block" textStyle="xs" color="fg.muted">
              {capital(reachOf(offer))}
            </chakra.span>
          </chakra.span>
          <chakra.span textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
            <chakra.span fontWeight="medium">{monthlyPrice(offer)}</chakra.span>
            <chakra.span display="block" textStyle="xs" color="fg.muted">
              per month
            </chakra.span>
          </chakra.span>
        </chakra.label>
      ))}
    </chakra.fieldset>
  );
}
