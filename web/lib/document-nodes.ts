// What `web/documents-plugin.ts` writes operations with. Written out, each of their fields would be six words of script.
import {
  Kind,
  type FieldNode,
  type FragmentSpreadNode,
  type NameNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export const name = (value: string): NameNode => ({ kind: Kind.NAME, value });

export const selections = (all: readonly SelectionNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections: all,
});

/** A field without arguments. */
export const field = (value: string, inside?: readonly SelectionNode[]): FieldNode => ({
  kind: Kind.FIELD,
  name: name(value),
  ...(inside && { selectionSet: selections(inside) }),
});

export const spread = (value: string): FragmentSpreadNode => ({
  kind: Kind.FRAGMENT_SPREAD,
  name: name(value),
});
