import type {
  AlertCondition,
  AlertRuleFieldsFragment,
  DeviceRole,
  RuleScopeInput,
} from '#web/gql/graphql.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { isAboutInternet } from '../alert-words.ts';

/** Every list of a scope: the label of its field, and of the button that adds it. */
export const scopeListWords = {
  customerIds: 'Customers',
  tags: 'Tags',
  siteIds: 'Sites',
  deviceRoles: 'Device types',
  models: 'Models',
  names: 'Names',
  macs: 'Single devices',
} as const satisfies Record<keyof RuleScopeInput, string>;

export type ScopeListKind = keyof typeof scopeListWords;
const scopeListKinds = keysOf(scopeListWords);
const deviceKinds: readonly ScopeListKind[] = ['deviceRoles', 'models', 'names', 'macs'];

/** The lists that can limit a rule about a condition: internet lines aren't devices. */
export const scopeKindsFor = (condition: AlertCondition | ''): readonly ScopeListKind[] =>
  isAboutInternet(condition) ? scopeListKinds.filter((kind) => !deviceKinds.includes(kind)) : scopeListKinds;

/** A list of a scope in the form. It may be empty while it's being filled in. */
export type ScopeList = { kind: ScopeListKind; values: string[] };

/** A scope in the form: its lists in the order in which they were added. */
export type ScopeLists = readonly ScopeList[];

/** An exception in the form. The key stays its own when others are removed. */
export type Exception = { key: number; lists: ScopeLists };

type NamedScope = AlertRuleFieldsFragment['scope'];
type Scope = Pick<NamedScope, ScopeListKind>;

export const scopeListsOf = (scope: Scope): ScopeList[] =>
  scopeListKinds.flatMap((kind) => {
    const values = scope[kind] ?? [];
    return values.length > 0 ? [{ kind, values: [...values] }] : [];
  });

/** Lists without entries are left out. */
export function scopeInput(lists: ScopeLists): RuleScopeInput {
  const filled = lists.filter(({ values }) => values.length > 0);
  const { deviceRoles, ...others } = Object.fromEntries(filled.map(({ kind, values }) => [kind, values]));
  return { ...others, ...(deviceRoles && { deviceRoles: deviceRoles as DeviceRole[] }) };
}

type Scoped = { scope: Scope; exceptions: readonly Scope[] };

/** Whether two rules have the same scope and exceptions. */
export const isSameScope = (one: Scoped, other: Scoped): boolean => keyOf(one) === keyOf(other);

const keyOf = ({ scope, exceptions }: Scoped) => JSON.stringify([scope, ...exceptions].map(scopeListsOf));

/** Labels of the sites and devices that a saved rule's scopes name by ID. */
export function namesIn(scopes: readonly NamedScope[]): Map<string, string> {
  const named = (ids: readonly string[] | null, names: readonly (string | null)[]) =>
    (ids ?? []).flatMap((id, at) => (names[at] ? [[id, names[at]] as const] : []));
  return new Map(
    scopes.flatMap(({ siteIds, siteNames, macs, deviceNames }) => [
      ...named(siteIds, siteNames),
      ...named(macs, deviceNames),
    ]),
  );
}
