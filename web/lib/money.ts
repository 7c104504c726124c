/**
 * An amount in its own currency, without empty pence: "£49", "$29.99".
 * @param amount decimal, as the api sends it (a string keeps the cents exact)
 */
export function money(amount: string | number, currency: 'GBP' | 'USD'): string {
  const value = Number(amount);
  return new Intl.NumberFormat(currency === 'GBP' ? 'en-GB' : 'en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
  }).format(value);
}
