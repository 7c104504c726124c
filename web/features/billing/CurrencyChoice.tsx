import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { Currency } from '#web/gql/graphql.ts';
import { minorMoney } from '#web/lib/money.ts';
import { RadioCard } from '#web/ui/RadioCard.tsx';

type Props = {
  prices: readonly { currency: Currency; amount: number }[];
  value: Currency;
  onChange: (currency: Currency) => void;
  disabled: boolean;
};

const names: Record<Currency, string> = { GBP: 'Pounds', USD: 'Dollars' };

/** In which currency it is paid; it stays so for the team, as Stripe knows a customer by one. */
export function CurrencyChoice({ prices, value, onChange, disabled }: Props) {
  const id = useId();
  return (
    <chakra.fieldset disabled={disabled} aria-describedby={`${id}-help`}>
      <chakra.legend textStyle="sm" fontWeight="medium" mb={1.5}>
        Currency
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" gap={2} fontVariantNumeric="tabular-nums">
        {prices.map(({ currency, amount }) => (
          <RadioCard
            key={currency}
            name={id}
            value={currency}
            checked={currency === value}
            onChange={() => onChange(currency)}
          >
            {names[currency]}
            <chakra.span color="fg.muted">{minorMoney(amount, currency, { short: true })}</chakra.span>
          </RadioCard>
        ))}
      </chakra.div>
      <chakra.p id={`${id}-help`} mt={1.5} textStyle="xs" color="fg.muted">
        Your team stays with the currency of its first checkout.
      </chakra.p>
    </chakra.fieldset>
  );
}
