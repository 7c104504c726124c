/** A card as it is typed: digits with spaces, `12 / 34`, three or four digits. */
export interface Typed {
  number: string;
  expiry: string;
  cvc: string;
}

/** A card as Stripe takes it. */
export interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** What is wrong with one of its fields, in Stripe's words. */
export type Mistakes = Partial<Record<keyof Typed, { code: string; message: string }>>;

/** Cards of Stripe's own test mode, by what becomes of a payment with them. */
export const testCards = [
  { label: 'Works', number: '4242 4242 4242 4242' },
  { label: 'Declined', number: '4000 0000 0000 0002' },
  { label: '3-D Secure', number: '4000 0025 0000 3155' },
  { label: 'Fails later', number: '4000 0000 0000 0341' },
] as const;

const digits = (text: string) => text.replace(/\D/g, '');

/** How each field looks while it is typed. */
export const formatted: Record<keyof Typed, (text: string) => string> = {
  number: (text) =>
    digits(text)
      .slice(0, 16)
      .replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry(text) {
    const typed = digits(text).slice(0, 4);
    const padded = /^[2-9]/.test(typed) ? `0${typed}`.slice(0, 4) : typed;
    return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2)}` : padded;
  },
  cvc: (text) => digits(text).slice(0, 4),
};

/** Checks what was typed as Stripe's own element does. */
export function mistakesOf({ number, expiry, cvc }: Typed, now: Date): Mistakes {
  const mistakes: Mistakes = {};
  const [card, date, code] = [digits(number), digits(expiry), digits(cvc)];
  if (card.length < 16)
    mistakes.number = { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  else if (!passesLuhn(card))
    mistakes.number = { code: 'invalid_number', message: 'Your card number is invalid.' };
  const month = Number(date.slice(0, 2));
  if (date.length < 4)
    mistakes.expiry = { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  else if (month < 1 || month > 12)
    mistakes.expiry = {
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
    };
  else if (isOver(month, yearOf(date), now))
    mistakes.expiry = {
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration date is in the past.",
    };
  if (code.length < 3)
    mistakes.cvc = { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
  return mistakes;
}

export function cardOf({ number, expiry, cvc }: Typed): Card {
  const date = digits(expiry);
  return {
    number: digits(number),
    expMonth: Number(date.slice(0, 2)),
    expYear: yearOf(date),
    cvc: digits(cvc),
  };
}

const yearOf = (date: string) => 2000 + Number(date.slice(2));

/** A card is good until its month is over. */
const isOver = (month: number, year: number, now: Date) => new Date(year, month) <= now;

/** ISO/IEC 7812: every second digit from the right counts twice. */
function passesLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
