import { IsNotEmpty, IsTimeZone, Matches, MaxLength } from 'class-validator';
import { IsAddress, IsNotBlank, IsOneLine, IsVisible } from './rules.ts';

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

/** The IANA name of a time zone. Offsets such as `+01:00`, which some runtimes take, know no summer time. */
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
