import {
  IsNotEmpty,
  IsTimeZone,
  Matches,
  MaxLength,
  isEmail,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';

// What every name and every address of an input is held to; `what` is how its sentences begin.

/** A name that may be left out: of 100 characters at most, on one line. */
export const IsNameIfAny = (what: string): PropertyDecorator =>
  all(
    IsOneLine({ message: `${what} must be on one line` }),
    MaxLength(100, { message: `${what} must be 100 characters or less` }),
  );

/** The same for one that must be there, and be seen. `required` is the sentence for one that is not. */
export const IsName = (what: string, required = `${what} is required`): PropertyDecorator =>
  all(IsNotBlank({ message: required }), IsVisible({ message: required }), IsNameIfAny(what));

/** An address that mail goes to. */
export const IsMailbox = (): PropertyDecorator =>
  all(
    IsNotBlank({ message: 'Email is required' }),
    IsAddress({ message: 'Please enter a valid email address' }),
    MaxLength(254, { message: 'Email must be 254 characters or less' }),
  );

/**
 * The IANA name of a time zone. Some runtimes accept offsets such as `+01:00`, which have no daylight saving
 * time.
 */
export const IsZone = (): PropertyDecorator =>
  all(
    IsNotEmpty({ message: 'Please choose a time zone' }),
    MaxLength(64, { message: 'Please choose a time zone' }),
    Matches(/^[A-Za-z]/, { message: 'Please choose a time zone' }),
    IsTimeZone({ message: 'Please choose a time zone' }),
  );

/** Several rules as one. */
export function all(...rules: PropertyDecorator[]): PropertyDecorator {
  return (target, key) => rules.forEach((rule) => rule(target, key));
}

// Rules that class-validator lacks, or holds too loosely. Each has the name under which `constraints.ts` knows its kind.

type Sentence = Pick<ValidationOptions, 'message'>;

/** Holds when the other field of the same input has the same value. */
export function SameAs(other: string, sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown, place?: { object: object }) =>
    value === (place?.object as Record<string, unknown> | undefined)?.[other];
  return ValidateBy({ name: 'sameAs', constraints: [other], validator: { validate } }, sentence);
}

/** Holds for a text with more in it than blanks. */
export function IsNotBlank(sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || value.trim() !== '';
  return ValidateBy({ name: 'isNotEmpty', validator: { validate } }, sentence);
}

/** Something to be seen: no blanks, controls, joiners or fillers, nor the empty pattern of braille. */
const seen = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/u;

/** Whether a text has any visible characters. */
export const isSeen = (text: string): boolean => seen.test(text);

/** Holds for a text of which something can be seen. A blank text is left to `IsNotBlank`. */
export function IsVisible(sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || value.trim() === '' || isSeen(value);
  return ValidateBy({ name: 'isVisible', validator: { validate } }, sentence);
}

/** Holds for a text without line breaks or other control characters: it cannot begin a line anywhere it is quoted. */
export function IsOneLine(sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || isOnOneLine(value.trim());
  return ValidateBy({ name: 'isOneLine', validator: { validate } }, sentence);
}

/** Whether a text has no line breaks and no other control characters. */
export const isOnOneLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/** Holds for an e-mail address of any script, with blanks around it or not. A blank text is left to `IsNotBlank`. */
export function IsAddress(sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || value.trim() === '' || isAddress(value);
  return ValidateBy({ name: 'isEmail', validator: { validate } }, sentence);
}

/** Nothing that means something to a mail header, and nothing invisible: `isEmail` lets both into quoted names. */
const special = /[\s\p{Cc}\p{Cf}"'<>()[\]\\,;:]/u;

/** Whether mail can go to a text; blanks around it do not matter. */
export function isAddress(text: string): boolean {
  const address = text.trim().normalize('NFC');
  // isEmail throws at half a surrogate pair.
  return address.isWellFormed() && !special.test(address) && isEmail(address);
}
