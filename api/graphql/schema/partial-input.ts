import { getMetadataStorage as rulesOf, ValidationTypes } from 'class-validator';
import { Field, getMetadataStorage, InputType } from 'type-graphql';

/**
 * An input with all fields of `base` as optional, under the same rules. Omitted fields keep their stored
 * value. `base` must have no property initialisers, which would run here too and overwrite stored values.
 */
export function PartialInput<T extends object>(base: new () => T, name: string): new () => Partial<T> {
  const Partial = { [name]: class {} }[name] as new () => Partial<T>;
  InputType(name, { description: 'Fields to change. Omitted fields keep their value.' })(Partial);
  for (const field of getMetadataStorage().fields.filter(({ target }) => isOrInherits(base, target))) {
    const type = field.getType(); // Before reading typeOptions.array, which this call sets.
    const { array, nullable } = field.typeOptions;
    const options = { nullable: true, description: field.description };
    Field(() => (array ? [type] : type) as never, options)(Partial.prototype, field.name);
    if (!nullable) required(Partial).add(field.name);
  }
  for (const rule of rulesOf().getTargetValidationMetadatas(base, '', false, false)) {
    if (rule.type === ValidationTypes.CONDITIONAL_VALIDATION) continue;
    rulesOf().addValidationMetadata(
      Object.assign(Object.create(Object.getPrototypeOf(rule)), rule, { target: Partial }),
    );
  }
  for (const { name: property } of getMetadataStorage().fields.filter(({ target }) => target === Partial)) {
    rulesOf().addValidationMetadata({
      type: ValidationTypes.CONDITIONAL_VALIDATION,
      target: Partial,
      propertyName: property,
      constraints: [(object: Record<string, unknown>) => isGiven(Partial, property, object[property])],
    } as never);
  }
  return Partial;
}

/** The fields that a partial input includes. `null` only counts if the base field is nullable. */
export function given<T extends object>(input: T): Partial<T> {
  const type = input.constructor;
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => isGiven(type, key, value)),
  ) as Partial<T>;
}

function isOrInherits(type: Function, target: Function): boolean {
  return type === target || target.isPrototypeOf(type);
}

const requiredFields = new Map<unknown, Set<string>>();

function required(type: unknown): Set<string> {
  const known = requiredFields.get(type) ?? new Set<string>();
  requiredFields.set(type, known);
  return known;
}

function isGiven(type: unknown, key: string, value: unknown): boolean {
  return value !== undefined && (value !== null || !required(type).has(key));
}
