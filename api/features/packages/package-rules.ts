import { Max, Min, ValidateBy } from 'class-validator';
import { all } from '#api/graphql/schema/texts.ts';
import { unlimited } from './package.entity.ts';

/** How many lines are sold in one card, and how long each may be. */
const most = { features: 30, letters: 120 };

/** A limit of a package: -1 for none, or how many. `what` is how its sentence begins. */
export function IsLimit(what: string, highest: number): PropertyDecorator {
  const message = `${what} must be -1 for unlimited, or from 1 to ${highest.toLocaleString('en')}`;
  return all(
    Min(unlimited, { message }),
    Max(highest, { message }),
    ValidateBy({ name: 'isLimit', validator: { validate: (value) => value !== 0 } }, { message }),
  );
}

/** A list of lines as a form has it. */
export function AreFeatures(): PropertyDecorator {
  const message = `Features must be at most ${most.features} lines of ${most.letters} characters each`;
  const validate = (value: unknown) => {
    const lines = featureLines(value as string[]);
    return lines.length <= most.features && lines.every((line) => [...line].length <= most.letters);
  };
  return ValidateBy({ name: 'areFeatures', validator: { validate } }, { message });
}

/** What is sold, a line each: blank lines go, and a text of several lines is as many features. */
export function featureLines(features: readonly string[]): string[] {
  return features
    .flatMap((feature) => feature.split(/\r\n|[\n\r\u2028\u2029]/))
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter(Boolean);
}
