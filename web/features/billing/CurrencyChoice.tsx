import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { Currency } from '#web/gql/graphql.ts';
import { minorMoney } from '#web/lib/money.ts';

type Props = {
  prices: readonly { currency: Currency; amount: number }[];
  value: Currency;
  onChange: (currency: Currency) => void;
  disabled: boolean;
};

const names: Record<Currency, string> = { GBP: 'Pounds', USD: 'Dollars' };

/** In which currency it is paid; it stays so for the team. */
export function CurrencyChoice({ prices, value, onChange, disabled }: Props) {
  const id = useId();
  return (
    <chakra.fieldset disabled={disabled} aria-describedby={`${id}-help`}>
      <chakra.legend textStyle="sm" fontWeight="medium" mb={1.5}>
        Currency
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        {prices.map(({ currency, amount }) => (
          <chakra.label
            key={currency}
            display="flex"
            alignItems="center"
            gap={2.5}
            minH={9}
            px={3}
            borderWidth="1px"
            borderColor="border.control"
            borderRadius="control"
            cursor="pointer"
            fontVariantNumeric="tabular-nums"
            css={{
              '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
              '&:has(:focus-visible)': {
                outline: '2px solid {colors.brand.focusRing}',
                outlineOffset: '2px',
              },
              '@media (pointer: coarse)': { minH: 11 },
            }}
          >
            <chakra.input
              type="radio"
              name={id}
              value={currency}
              checked={currency === value}
              onChange={() => onChange(currency)}
              boxSize={4}
              appearance="none"
              outline={0}
              borderRadius="full"
              borderWidth="1px"
              borderColor="border.control"
              bg="bg.panel"
              cursor="pointer"
              _checked={{ borderWidth: '5px', borderColor: 'brand.solid' }}
            />
            {names[currency]}
            <chakra.span color="fg.muted">{minorMoney(amount, currency, { short: true })}</chakra.span>
          </chakra.label>
        ))}
      </chakra.div>
      <chakra.p id={`${id}-help`} mt={1.5} textStyle="xs" color="fg.muted">
        Your team stays with the currency it first pays in.
      </chakra.p>
    </chakra.fieldset>
  );
}
