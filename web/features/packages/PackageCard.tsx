import { Badge, Button, chakra, Stack } from '@chakra-ui/react';
import { Check } from '#web/ui/icons.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Muted } from '#web/ui/text.tsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { featuresOf } from '#web/features/auth/package-words.ts';
import { formatMoney } from '#web/lib/format.ts';
import { limitsOf, type Offer } from './package-words.ts';
import type { Purchase } from './purchase.ts';

type Props = {
  offer: Offer;
  popular?: boolean;
  inUse?: boolean;
  /** Left out where the card is only a preview. */
  purchase?: Purchase;
};

/** Rows of a card, aligned across cards by a subgrid: name, price, button, limits, features. */
export const CARD_PARTS = 5;

export function PackageCard({ offer, popular, inUse, purchase }: Props) {
  const name = useId();
  return (
    <Card
      as="article"
      aria-labelledby={name}
      position="relative"
      display="grid"
      gridRow={`span ${CARD_PARTS}`}
      gridTemplateRows="subgrid"
      rowGap={5}
      h="full"
      minW={0}
      p={{ base: 5, md: 6 }}
      {...(popular && { borderColor: 'brand.solid', boxShadow: 'inset 0 0 0 1px {colors.brand.solid}' })}
    >
      {popular && (
        <chakra.span position="absolute" top={0} insetStart={{ base: 5, md: 6 }} transform="translateY(-50%)">
          <Badge variant="solid">Most Popular</Badge>
        </chakra.span>
      )}
      <chakra.header minW={0}>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={2.5} rowGap={1.5}>
          <chakra.h2 id={name} textStyle="xl" fontWeight="semibold" overflowWrap="anywhere">
            {offer.name}
          </chakra.h2>
          {inUse && <Badge variant="outline">Your package</Badge>}
        </chakra.div>
        {offer.description && (
          <Muted mt={1.5} textWrap="pretty" overflowWrap="anywhere">
            {offer.description}
          </Muted>
        )}
      </chakra.header>
      <Price offer={offer} />
      <chakra.div>
        {purchase && (
          <Button
            asChild
            variant={popular && !inUse ? 'solid' : 'outline'}
            w="full"
            h="auto"
            py={2}
            whiteSpace="normal"
            textAlign="center"
            css={{ minH: 10, '@media (pointer: coarse)': { minH: 11 } }}
          >
            <Link to={purchase.to} aria-describedby={name}>
              {purchase.label}
            </Link>
          </Button>
        )}
      </chakra.div>
      <chakra.dl fontVariantNumeric="tabular-nums" css={{ '& > div + div': { borderTopWidth: '1px' } }}>
        {limitsOf(offer).map(([what, limit]) => (
          <chakra.div key={what} display="flex" justifyContent="space-between" gap={3} py={2}>
            <chakra.dt color="fg.muted">{what}</chakra.dt>
            <chakra.dd fontWeight="semibold">{limit}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <Features features={featuresOf(offer)} />
    </Card>
  );
}

const Price = ({ offer: { price, currency } }: { offer: Offer }) => (
  <chakra.p display="flex" flexWrap="wrap" alignItems="baseline" columnGap={2}>
    <chakra.span
      textStyle="3xl"
      fontWeight="semibold"
      fontVariantNumeric="tabular-nums"
      overflowWrap="anywhere"
    >
      {formatMoney(price, currency)}
    </chakra.span>
    <Muted as="span">per month</Muted>
  </chakra.p>
);

const Features = ({ features }: { features: readonly string[] }) => (
  <Stack as="ul" listStyleType="none" gap={2.5}>
    {features.map((feature) => (
      <chakra.li key={feature} display="flex" gap={2.5} overflowWrap="anywhere">
        <chakra.span color="brand.fg" mt="2px" flexShrink={0}>
          <Check size={16} strokeWidth={2} aria-hidden />
        </chakra.span>
        <chakra.span minW={0}>{feature}</chakra.span>
      </chakra.li>
    ))}
  </Stack>
);
