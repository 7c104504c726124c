import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { RadioCard } from '#web/ui/RadioCard.tsx';
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
        <RadioCard
          key={offer.id}
          name={name}
          value={offer.id}
          checked={offer.id === value}
          onChange={() => onChange(offer.id)}
        >
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
        </RadioCard>
      ))}
    </chakra.fieldset>
  );
}
