import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** The measures of an operation that limits apply to. */
export interface Weight {
  /** Nesting levels of fields. Fragments don't add one. */
  depth: number;
  /** Estimated cost of execution in points. */
  cost: number;
  aliases: number;
  directives: number;
  /** Whether it queries the schema. GraphQL's own rule limits its depth. */
  introspects: boolean;
}

const objectCost = 2;
const scalarCost = 1;
/** Introspecting the whole schema blocks the process for about 50 ms. */
const introspectionCost = 1000;
/** Deeper fields run more often. */
const depthFactor = 1.5;
/** List rows that cost as much as one object, because they are read together. */
const rowsAtOnce = 10;

/** Maximum value of `first`. The field itself rejects more with its own message. */
export const maxListLength = 200;

const nothing: Weight = { depth: 0, cost: 0, aliases: 0, directives: 0, introspects: false };

/**
 * Cached for operations whose variables don't affect it, because the document cache returns the same ones
 * again.
 */
const known = new WeakMap<OperationDefinitionNode, Weight>();

/**
 * Weighs an operation without executing it, with fragments counted where they are spread. Each fragment is
 * weighed once, so that a small document that expands to a huge one is weighed just as fast.
 */
export function measureWeight(
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>> = {},
): Weight {
  const before = known.get(operation);
  if (before) return before;
  let varies = false;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  );
  const weighed = new Map<string, Weight>();

  function ofSet({ selections }: SelectionSetNode): Weight {
    return selections.map(ofSelection).reduce(together, nothing);
  }

  function ofSelection(selection: SelectionSetNode['selections'][number]): Weight {
    const directives = selection.directives?.length ?? 0;
    const weight = plus(ofIncluded(selection), directives);
    return isLeftOut(selection) ? { ...weight, cost: 0 } : weight;
  }

  function ofIncluded(selection: SelectionSetNode['selections'][number]): Weight {
    if (selection.kind === Kind.FIELD) return ofField(selection);
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet);
    return ofFragment(selection.name.value);
  }

  /** Whether `@include` or `@skip` keeps a selection from being executed. */
  function isLeftOut({ directives = [] }: SelectionSetNode['selections'][number]): boolean {
    return directives.some(({ name, arguments: given }) => {
      if (name.value !== 'include' && name.value !== 'skip') return false;
      return flag(given?.find((one) => one.name.value === 'if')?.value) === (name.value === 'skip');
    });
  }

  function ofFragment(name: string): Weight {
    const found = weighed.get(name);
    const fragment = fragments.get(name);
    if (found || !fragment) return found ?? nothing;
    // GraphQL's own rules reject circular fragments. This only has to terminate.
    weighed.set(name, nothing);
    const weight = plus(ofSet(fragment.selectionSet), fragment.directives?.length ?? 0);
    weighed.set(name, weight);
    return weight;
  }

  function ofField(field: FieldNode): Weight {
    const name = field.name.value;
    if (name === '__schema' || name === '__type') return ofIntrospection(field);
    const aliases = field.alias && name !== '__typename' ? 1 : 0;
    if (!field.selectionSet) return { ...nothing, depth: 1, cost: scalarCost, aliases };
    const inner = ofSet(field.selectionSet);
    return {
      depth: inner.depth + 1,
      cost: (objectCost + depthFactor * inner.cost) * Math.max(1, firstOf(field) / rowsAtOnce),
      aliases: inner.aliases + aliases,
      directives: inner.directives,
      introspects: inner.introspects,
    };
  }

  function ofIntrospection({ alias, selectionSet }: FieldNode): Weight {
    const { aliases, directives } = selectionSet ? ofSet(selectionSet) : nothing;
    // Each alias can request the whole schema again, and nested aliases multiply.
    const cost = introspectionCost * 2 ** aliases;
    return { depth: 0, cost, aliases: aliases + (alias ? 1 : 0), directives, introspects: true };
  }

  function firstOf({ arguments: given }: FieldNode): number {
    return Math.min(number(given?.find(({ name }) => name.value === 'first')?.value), maxListLength);
  }

  function number(node: ValueNode | undefined): number {
    if (node?.kind === Kind.INT) return Number(node.value);
    if (node?.kind !== Kind.VARIABLE) return 0;
    varies = true;
    const value = variables[node.name.value];
    return typeof value === 'number' ? value : number(defaults.get(node.name.value));
  }

  function flag(node: ValueNode | undefined): boolean | undefined {
    if (node?.kind === Kind.BOOLEAN) return node.value;
    if (node?.kind !== Kind.VARIABLE) return undefined;
    varies = true;
    const value = variables[node.name.value];
    if (value === undefined) return flag(defaults.get(node.name.value));
    return typeof value === 'boolean' ? value : undefined;
  }

  const { cost, ...weight } = plus(ofSet(operation.selectionSet), operation.directives?.length ?? 0);
  const whole = { ...weight, cost: Math.ceil(cost) };
  if (!varies) known.set(operation, whole);
  return whole;
}

/** Combines sibling selections. */
function together(one: Weight, other: Weight): Weight {
  return {
    depth: Math.max(one.depth, other.depth),
    cost: one.cost + other.cost,
    aliases: one.aliases + other.aliases,
    directives: one.directives + other.directives,
    introspects: one.introspects || other.introspects,
  };
}

const plus = (weight: Weight, directives: number): Weight => ({
  ...weight,
  directives: weight.directives + directives,
});
