import type { Appearance } from '@stripe/stripe-js';
import { addStyle, styleOf } from './browser-look.ts';

type Handler = (event: Record<string, unknown>) => void;

/** A validation error, as Stripe returns it before anything is sent. */
export interface ValidationError {
  type: 'validation_error';
  code: string;
  message: string;
}

/** The Payment Element: fields for one card, in the page itself instead of Stripe's iframe. */
export interface PaymentElement {
  mount(place: string | HTMLElement): PaymentElement;
  unmount(): PaymentElement;
  destroy(): PaymentElement;
  on(event: string, handler: Handler): PaymentElement;
  once(event: string, handler: Handler): PaymentElement;
  off(event: string, handler?: Handler): PaymentElement;
  update(): PaymentElement;
  focus(): void;
  blur(): void;
  clear(): void;
  collapse(): void;
  /** Where it is mounted, if it is. */
  place: HTMLElement | null;
  look(appearance: Appearance | undefined): void;
  /** The card, or a validation error, which is then shown under its field. */
  read(): { card: Card } | { error: ValidationError };
}

const fields = {
  number: {
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    wide: true,
  },
  expiry: { label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp', wide: false },
  cvc: { label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc', wide: false },
} as const;
type Name = keyof typeof fields;
const names = Object.keys(fields) as Name[];

let made = 0;

export function paymentElement(appearance: Appearance | undefined): PaymentElement {
  const id = `stripe-stand-in-${++made}`;
  const handlers = new Map<string, Set<Handler>>();
  const style = addStyle(styleOf(id, appearance));
  const box = make('div', { class: id });
  const inputs = {} as Record<Name, HTMLInputElement>;
  const touched = new Set<Name>();

  const fire = (event: string, more: Record<string, unknown> = {}) => {
    for (const handler of handlers.get(event) ?? []) handler({ elementType: 'payment', ...more });
  };
  const typed = (): Typed => ({
    number: inputs.number.value,
    expiry: inputs.expiry.value,
    cvc: inputs.cvc.value,
  });
  const mistakes = () => mistakesOf(typed(), new Date());

  function show(): void {
    const wrong = mistakes();
    for (const name of names) {
      const message = touched.has(name) ? wrong[name]?.message : undefined;
      inputs[name].classList.toggle('Input--invalid', message !== undefined);
      inputs[name].setAttribute('aria-invalid', String(message !== undefined));
      box.querySelector(`#${id}-${name}-error`)!.textContent = message ?? '';
    }
  }
  const changed = () => {
    show();
    const complete = Object.keys(mistakes()).length === 0;
    const empty = names.every((name) => inputs[name].value === '');
    fire('change', { empty, complete, collapsed: false, value: { type: 'card' } });
  };

  for (const name of names) {
    const { label, placeholder, autocomplete, wide } = fields[name];
    const at = `${id}-${name}`;
    const input = make('input', {
      id: at,
      class: 'Input',
      type: 'text',
      inputmode: 'numeric',
      placeholder,
      autocomplete,
      'aria-describedby': `${at}-error`,
    });
    inputs[name] = input;
    input.addEventListener('input', () => {
      const { value, selectionStart } = input;
      // Keep the caret in place while editing in the middle.
      if (selectionStart === value.length) input.value = formatted[name](value);
      changed();
    });
    input.addEventListener('focus', () => fire('focus'));
    input.addEventListener('blur', () => {
      input.value = formatted[name](input.value);
      if (input.value !== '') touched.add(name);
      show();
      fire('blur');
    });
    const error = make('p', { id: `${at}-error`, class: 'Error', role: 'alert' });
    const part = make('div', wide ? { class: 'wide' } : {});
    part.append(make('label', { class: 'Label', for: at }, label), input, error);
    box.append(part);
  }
  box.append(hints((number) => fill(number)));

  function fill(number: string): void {
    const year = String(new Date().getFullYear() + 4).slice(2);
    Object.assign(inputs.number, { value: number });
    Object.assign(inputs.expiry, { value: `12 / ${year}` });
    Object.assign(inputs.cvc, { value: '123' });
    changed();
  }

  const element: PaymentElement = {
    place: null,
    mount(place) {
      const at = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
      if (!at) throw new Error('The selector you specified applies to no DOM elements on the page.');
      at.replaceChildren(box);
      element.place = at;
      // Only after the caller has had a chance to listen.
      setTimeout(() => element.place && fire('ready'));
      return element;
    },
    unmount() {
      box.remove();
      element.place = null;
      return element;
    },
    destroy() {
      style.remove();
      handlers.clear();
      return element.unmount();
    },
    on(event, handler) {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
      return element;
    },
    once(event, handler) {
      const first: Handler = (said) => {
        element.off(event, first);
        handler(said);
      };
      return element.on(event, first);
    },
    off(event, handler) {
      if (handler) handlers.get(event)?.delete(handler);
      else handlers.delete(event);
      return element;
    },
    update: () => element,
    focus: () => inputs.number.focus(),
    blur: () => names.forEach((name) => inputs[name].blur()),
    clear() {
      for (const name of names) inputs[name].value = '';
      touched.clear();
      changed();
    },
    collapse: () => {},
    look: (next) => style.replace(styleOf(id, next)),
    read() {
      for (const name of names) touched.add(name);
      show();
      const wrong = mistakes();
      const first = names.find((name) => wrong[name]);
      if (!first) return { card: cardOf(typed()) };
      inputs[first].focus();
      return { error: { type: 'validation_error', ...wrong[first]! } };
    },
  };
  return element;
}

/** Explains that it isn't Stripe's, and fills in a test card with one click. */
function hints(onChoose: (number: string) => void): HTMLElement {
  const part = make('div', { class: 'wide' });
  const cards = make('fieldset', { class: 'cards' });
  cards.append(make('legend', {}, 'Test cards'));
  for (const { label, number } of testCards) {
    const button = make('button', { type: 'button' }, `${label} · ${number.slice(-4)}`);
    button.addEventListener('click', () => onChoose(number));
    cards.append(button);
  }
  part.append(
    make('p', { class: 'note' }, 'A stand-in for Stripe: no card is charged. Take one of its test cards.'),
    cards,
  );
  return part;
}

/** An element with its attributes and text. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** A card as typed: digits with spaces, `12 / 34`, three or four digits. */
interface Typed {
  number: string;
  expiry: string;
  cvc: string;
}

/** A card in Stripe's format. */
interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** Validation errors by field, in Stripe's words. */
export type Mistakes = Partial<Record<keyof Typed, { code: string; message: string }>>;

/** Stripe's test cards, by the outcome of a payment. */
const testCards = [
  { label: 'Works', number: '4242 4242 4242 4242' },
  { label: 'Declined', number: '4000 0000 0000 0002' },
  { label: '3-D Secure', number: '4000 0025 0000 3155' },
  { label: 'Fails later', number: '4000 0000 0000 0341' },
] as const;

const digits = (text: string) => text.replace(/\D/g, '');

/** Formats each field while typing. */
const formatted: Record<keyof Typed, (text: string) => string> = {
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

/** Validates a card like Stripe's own element. */
function mistakesOf({ number, expiry, cvc }: Typed, now: Date): Mistakes {
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

function cardOf({ number, expiry, cvc }: Typed): Card {
  const date = digits(expiry);
  return {
    number: digits(number),
    expMonth: Number(date.slice(0, 2)),
    expYear: yearOf(date),
    cvc: digits(cvc),
  };
}

const yearOf = (date: string) => 2000 + Number(date.slice(2));

/** A card is valid until the end of its month. */
const isOver = (month: number, year: number, now: Date) => new Date(year, month) <= now;

/** ISO/IEC 7812: every second digit from the right counts twice. */
function passesLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
