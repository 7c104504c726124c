import { isEmail, ValidateBy, type ValidationOptions } from 'class-validator';

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

/** Whether something of a text can be seen. */
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
