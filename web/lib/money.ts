type Currency = 'GBP' | 'USD';

const localeOf = (currency: Currency) => (currency === 'GBP' ? 'en-GB' : 'en-US');

/**
 * An amount in its own currency, without empty pence: "£49", "$29.99".
 * @param amount decimal, as the api sends it (a string keeps the cents exact)
 */
export function money(amount: string | number, currency: Currency): string {
  const value = Number(amount);
  return new Intl.NumberFormat(localeOf(currency), {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
  }).format(value);
}

/**
 * An amount of the currency's smallest unit: "$29.99" of 2999. How many digits that unit has is the currency's own.
 * @param short leaves out empty pence, as prices are written: "£49"; sums keep them, so that columns line up
 */
export function minorMoney(amount: number, currency: Currency, { short = false } = {}): string {
  const format = new Intl.NumberFormat(localeOf(currency), { style: 'currency', currency });
  const value = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  return short ? money(value, currency) : format.format(value);
}
