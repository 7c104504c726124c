import {
  IsNotEmpty,
  IsTimeZone,
  Matches,
  MaxLength,
  isEmail,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';

// Rules for every name and every email address in inputs. `what` starts their messages.

/** An optional name: at most 100 characters, on one line. */
export const IsNameIfAny = (what: string): PropertyDecorator =>
  all(
    IsOneLine({ message: `${what} must be on one line` }),
    MaxLength(100, { message: `${what} must be 100 characters or less` }),
  );

/** A required name, which must be visible. `required` is the message otherwise. */
export const IsName = (what: string, required = `${what} is required`): PropertyDecorator =>
  all(IsNotBlank({ message: required }), IsVisible({ message: required }), IsNameIfAny(what));

/** An email address that we send to. */
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

/** Combines several rules. */
export function all(...rules: PropertyDecorator[]): PropertyDecorator {
  return (target, key) => rules.forEach((rule) => rule(target, key));
}

// Rules that class-validator lacks or checks too loosely. Each has the name that `constraints.ts` knows.

type Sentence = Pick<ValidationOptions, 'message'>;

/** Requires the same value as another field of the same input. */
export function SameAs(other: string, sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown, place?: { object: object }) =>
    value === (place?.object as Record<string, unknown> | undefined)?.[other];
  return ValidateBy({ name: 'sameAs', constraints: [other], validator: { validate } }, sentence);
}

/** Requires a text with more than whitespace. */
export function IsNotBlank(sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || value.trim() !== '';
  return ValidateBy({ name: 'isNotEmpty', validator: { validate } }, sentence);
}

/** A visible character: no whitespace, control characters, joiners, fillers or blank braille pattern. */
const seen = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/u;

/** Whether a text has any visible characters. */
export const isSeen = (text: string): boolean => seen.test(text);

/** Requires a text with visible characters. `IsNotBlank` handles blank texts. */
export function IsVisible(sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || value.trim() === '' || isSeen(value);
  return ValidateBy({ name: 'isVisible', validator: { validate } }, sentence);
}

/**
 * Requires a text without line breaks or other control characters, so that it can't start a new line where it
 * is quoted.
 */
export function IsOneLine(sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || isOnOneLine(value.trim());
  return ValidateBy({ name: 'isOneLine', validator: { validate } }, sentence);
}

/** Whether a text has no line breaks and no other control characters. */
export const isOnOneLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/**
 * Requires an email address in any script. Surrounding whitespace is allowed, and `IsNotBlank` handles blank
 * texts.
 */
export function IsAddress(sentence: Sentence): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string' || value.trim() === '' || isAddress(value);
  return ValidateBy({ name: 'isEmail', validator: { validate } }, sentence);
}

/**
 * Characters with a meaning in mail headers, or invisible ones, both of which `isEmail` allows in quoted
 * names.
 */
const special = /[\s\p{Cc}\p{Cf}"'<>()[\]\\,;:]/u;

/** Whether a text is an email address, ignoring surrounding whitespace. */
export function isAddress(text: string): boolean {
  const address = text.trim().normalize('NFC');
  // isEmail throws for a lone surrogate.
  return address.isWellFormed() && !special.test(address) && isEmail(address);
}
