import { Badge, chakra } from '@chakra-ui/react';
import type { PackageChoiceQuery } from '#web/gql/graphql.ts';
import { money } from '#web/lib/money.ts';
import type { useFormField } from '#web/ui/useFormField.ts';
import { reach } from './package-words.ts';

type Offer = PackageChoiceQuery['packages'][number];
type Props = { offer: Offer; popular: boolean; field: ReturnType<typeof useFormField<string>>['field'] };

/** One package to choose: what it is called, how far it reaches, what it costs. */
export function PackageOffer({ offer, popular, field }: Props) {
  const { id, name, description, price, currency } = offer;
  return (
    <chakra.label
      display="flex"
      gap={3}
      px={3}
      py={2.5}
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="surface"
      bg="bg.panel"
      cursor="pointer"
      transition="border-color, background-color"
      transitionDuration="fast"
      _hover={{ bg: 'bg.subtle' }}
      css={{ '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' } }}
    >
      <chakra.input
        type="radio"
        name={field.name}
        value={id}
        checked={field.value === id}
        onChange={field.onChange}
        onBlur={field.onBlur}
        boxSize={4}
        mt={0.5}
        flexShrink={0}
        appearance="none"
        borderRadius="full"
        borderWidth="1px"
        borderColor="border.control"
        bg="bg.panel"
        cursor="pointer"
        _checked={{ borderWidth: '5px', borderColor: 'brand.solid' }}
      />
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
    </chakra.label>
  );
}
