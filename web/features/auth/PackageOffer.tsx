import { Badge, chakra } from '@chakra-ui/react';
import type { PackageChoiceQuery } from '#web/gql/graphql.ts';
import { money } from '#web/lib/money.ts';
import { RadioCard } from '#web/ui/RadioCard.tsx';
import type { useFormField } from '#web/ui/useFormField.ts';
import { reach } from './package-words.ts';

type Offer = PackageChoiceQuery['packages'][number];
type Props = { offer: Offer; popular: boolean; field: ReturnType<typeof useFormField<string>>['field'] };

/** One package to choose: what it is called, how far it reaches, what it costs. */
export function PackageOffer({ offer, popular, field }: Props) {
  const { id, name, description, price, currency } = offer;
  return (
    <RadioCard
      name={field.name}
      value={id}
      checked={field.value === id}
      onChange={field.onChange}
      onBlur={field.onBlur}
    >
      <chakra.span flex={1} minW={0} overflowWrap="anywhere">
        <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
          <chakra.span fontWeight="medium">{name}</chakra.span>
          {popular && <Badge>Most Popular</Badge>}
        </chakra.span>
        <chakra.span display="block" textStyle="xs" color="fg.muted">
          {reach(offer)}
          {description && ` · ${description}`}
        </chakra.span>
      </chakra.span>
      <chakra.span textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        <chakra.span fontWeight="medium">{money(price, currency)}</chakra.span>
        <chakra.span display="block" textStyle="xs" color="fg.muted">
          per month
        </chakra.span>
      </chakra.span>
    </RadioCard>
  );
}
