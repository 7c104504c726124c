import { useQuery } from '@apollo/client/react';
import { Badge, Button, chakra, Stack } from '@chakra-ui/react';
import { Trash2 } from '#web/ui/icons.tsx';
import { useId } from 'react';
import { featuresOf } from '#web/features/auth/package-words.ts';
import { formatMoney } from '#web/lib/format.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { type State, StateIcon } from '#web/ui/StateIcon.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { limitWords } from '../package-words.ts';
import { PackagePriceCheck } from './admin.gql.ts';
import type { AdminPackage } from './package-form.ts';
import { SubscriberCount, SubscriberLine } from './SubscriberCount.tsx';

/** Features listed on a card, as the specification documents. The rest are counted. */
const SHOWN = 3;

type Props = { sold: AdminPackage; onEdit: () => void; onDelete: () => void };

export function AdminPackageCard({ sold, onEdit, onDelete }: Props) {
  const { name, price, currency, isActive } = sold;
  const features = featuresOf(sold);
  const id = useId();
  const rest = features.length - SHOWN;
  return (
    <Card
      as="article"
      aria-labelledby={id}
      display="flex"
      flexDirection="column"
      gap={4}
      minW={0}
      h="full"
      p={5}
    >
      <chakra.header display="flex" flexWrap="wrap" alignItems="center" columnGap={2.5} rowGap={1}>
        <SectionTitle id={id} overflowWrap="anywhere" minW={0}>
          {name}
        </SectionTitle>
        {!isActive && <Badge variant="outline">Inactive</Badge>}
        <chakra.p flexBasis="full" fontVariantNumeric="tabular-nums">
          <chakra.span textStyle="xl" fontWeight="semibold">
            {formatMoney(price, currency)}
          </chakra.span>
          <Muted as="span">/month</Muted>
        </chakra.p>
      </chakra.header>
      <chakra.dl
        display="grid"
        gridTemplateColumns="1fr auto"
        columnGap={3}
        rowGap={1}
        fontVariantNumeric="tabular-nums"
        css={{ '& dt': { color: 'fg.muted' }, '& dd': { fontWeight: 500, textAlign: 'end' } }}
      >
        <dt>Max controllers</dt>
        <dd>{limitWords(sold.maxControllers)}</dd>
        <dt>Max devices</dt>
        <dd>{limitWords(sold.maxDevices)}</dd>
        <dt>Subscribers</dt>
        <dd>
          <SubscriberCount packageId={sold.id} />
        </dd>
      </chakra.dl>
      <SubscriberLine packageId={sold.id} />
      <Stack as="ul" listStyleType="none" gap={1} color="fg.muted">
        {features.slice(0, SHOWN).map((feature) => (
          <chakra.li key={feature} overflowWrap="anywhere">
            {feature}
          </chakra.li>
        ))}
        {rest > 0 && <li>+{rest} more</li>}
        {features.length === 0 && <li>No features listed</li>}
      </Stack>
      <PriceCheckLine sold={sold} />
      <chakra.div display="flex" gap={2} mt="auto" pt={1}>
        <Button size="sm" variant="outline" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Tooltip content="Delete package">
          <Button
            size="sm"
            variant="ghost"
            px={0}
            ms="auto"
            aria-label={`Delete package ${name}`}
            onClick={onDelete}
          >
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </Tooltip>
      </chakra.div>
    </Card>
  );
}

/** Says whether Stripe's price matches the price list. Renders nothing for a free package. */
function PriceCheckLine({ sold: { id, price, stripePriceId, stripePriceIdUsd } }: { sold: AdminPackage }) {
  const isSold = price !== '0';
  const hasPrice = Boolean(stripePriceId ?? stripePriceIdUsd);
  const { data, error } = useQuery(PackagePriceCheck, { variables: { id }, skip: !isSold || !hasPrice });
  if (!isSold) return null;
  if (!hasPrice)
    return <Line state="warning">No Stripe price linked yet, so customers can’t buy this package.</Line>;
  if (error) return <Line state="unknown">{sentenceOf(error, 'We couldn’t check its Stripe price.')}</Line>;
  const check = data?.packagePriceCheck;
  if (!check?.checked) return null;
  if (check.problems.length === 0) return <Line state="ok">Matches the Stripe price</Line>;
  return <Line state="warning">{check.problems.join(' ')}</Line>;
}

const Line = ({ state, children }: { state: State; children: string }) => (
  <chakra.p
    display="flex"
    gap={2}
    textStyle="sm"
    color={state === 'ok' ? 'fg.muted' : 'fg'}
    overflowWrap="anywhere"
    minW={0}
  >
    <chakra.span color={`state.${state}`} mt="3px" flexShrink={0}>
      <StateIcon state={state} />
    </chakra.span>
    <chakra.span minW={0}>{children}</chakra.span>
  </chakra.p>
);
