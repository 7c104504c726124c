import type { StripeProblem } from './errors.ts';
import type { CardFace } from './rows-paying.ts';

type Decline =
  | 'generic_decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'authentication_required'
  | 'test_mode_live_card';

/** How a card behaves. Plain data, because it is stored. */
export interface CardNature {
  /** Whether paying requires confirmation with the bank: never, until confirmed once, or each time. */
  pays: 'always' | 'once proven' | 'each time proven' | Decline;
  /** Whether it can be saved for later, independent of paying. */
  isKept: boolean;
  /** Payments with it are disputed. */
  isDenied?: boolean;
}

/** A card as entered. */
export interface TypedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

const good: CardNature = { pays: 'always', isKept: true };
const refused = (pays: Decline, isKept = false): CardNature => ({ pays, isKept });

/** Stripe's test cards by number. */
const cards: Record<string, { nature: CardNature; brand?: string; country?: string }> = {
  '4242424242424242': { nature: good },
  '4000056655665556': { nature: good },
  '5555555555554444': { nature: good, brand: 'mastercard' },
  '378282246310005': { nature: good, brand: 'amex' },
  '4000008260000000': { nature: good, country: 'GB' },
  '4000000000000259': { nature: { ...good, isDenied: true } },
  '4000002500003155': { nature: { pays: 'once proven', isKept: true }, country: 'DE' },
  '4000002760003184': { nature: { pays: 'each time proven', isKept: true }, country: 'DE' },
  '4000000000000002': { nature: refused('generic_decline') },
  '4000000000000341': { nature: refused('generic_decline', true) },
  '4000000000009995': { nature: refused('insufficient_funds') },
  '4000000000000069': { nature: refused('expired_card') },
  '4000000000000127': { nature: refused('incorrect_cvc') },
  '4000000000000119': { nature: refused('processing_error') },
};

/** Payment methods that a server may use without an entered card. */
export const magicMethods: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_gb: '4000008260000000',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
};

const sentences: Record<Decline, string> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  test_mode_live_card:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
};

/** Declines with their own error code. All others are `card_declined`. */
const ownCodes: Decline[] = ['expired_card', 'incorrect_cvc', 'processing_error', 'authentication_required'];

/** The error for a declined card. */
export function declined(reason: Decline): StripeProblem {
  return {
    type: 'card_error',
    code: ownCodes.includes(reason) ? reason : 'card_declined',
    decline_code: reason,
    message: sentences[reason],
    advice_code: 'try_again_later',
    network_decline_code: reason === 'generic_decline' ? '01' : '51',
    param: '',
  };
}

/** The card that was entered, or a validation error. */
export function readCard(
  { number, expMonth, expYear, cvc }: TypedCard,
  now: number,
): { face: CardFace; nature: CardNature } | { problem: StripeProblem } {
  const digits = number.replace(/[\s-]/g, '');
  const year = expYear < 100 ? 2000 + expYear : expYear;
  const today = new Date(now * 1000);
  if (!isNumber(digits)) return wrong('incorrect_number', 'Your card number is incorrect.', 'number');
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12)
    return wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  if (!Number.isInteger(year) || year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50)
    return wrong('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (year === today.getUTCFullYear() && expMonth < today.getUTCMonth() + 1)
    return wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  if (!/^\d{3,4}$/.test(cvc)) return wrong('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  const known = cards[digits];
  const { brand = 'visa', country = 'US', nature = refused('test_mode_live_card') } = known ?? {};
  const face = { brand, country, last4: digits.slice(-4), exp_month: expMonth, exp_year: year };
  return { face, nature };
}

function wrong(code: string, message: string, param: string): { problem: StripeProblem } {
  return { problem: { type: 'card_error', code, message, param } };
}

/** As a card's number is checked: every second digit from the right counts twice. */
function isNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
