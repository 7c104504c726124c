import { validate, type ValidationError } from 'class-validator';
import type { ValidatorFn } from 'type-graphql';
import { Invalid, type FieldErrors } from '#api/lib/errors.ts';

/** Validates an argument of a field. @throws Invalid */
export const validateInput: ValidatorFn = async (argument) => {
  if (typeof argument === 'object' && argument !== null) await checkInput(argument);
};

/**
 * Validates an argument by its class's rules, and rejects text that the database can't store unchanged (NUL,
 * lone surrogates).
 * @throws Invalid with a message for each field
 */
export async function checkInput(argument: object): Promise<void> {
  const broken = await validate(argument, {
    skipMissingProperties: true,
    forbidUnknownValues: false,
    stopAtFirstError: true,
  });
  const fields = { ...sentences(broken), ...unstorable(argument) };
  if (Object.keys(fields).length > 0) throw new Invalid(fields);
}

function sentences(errors: ValidationError[], path = ''): FieldErrors {
  const found: FieldErrors = {};
  for (const error of errors) {
    const name = path + error.property;
    const first = Object.values(error.constraints ?? {})[0];
    if (first) found[name] = first;
    Object.assign(found, sentences(error.children ?? [], `${name}.`));
  }
  return found;
}

/** Maximum nesting depth. None of our inputs goes deeper, and submitted JSON may have thousands of levels. */
const deepest = 20;

function unstorable(value: object, path = '', level = 1): FieldErrors {
  if (level > deepest) return { [path.slice(0, -1)]: 'The value is nested too deeply' };
  const found: FieldErrors = {};
  for (const [key, inner] of Object.entries(value)) {
    const name = path + key;
    if (typeof inner === 'string' && (!inner.isWellFormed() || inner.includes('\0'))) {
      found[name] = 'The text contains characters that cannot be stored';
    }
    if (typeof inner === 'object' && inner !== null && !(inner instanceof Date))
      Object.assign(found, unstorable(inner, `${name}.`, level + 1));
  }
  return found;
}
