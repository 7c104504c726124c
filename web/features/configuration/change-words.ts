import type {
  ConfigurationChangeFieldsFragment,
  ConfigurationChangeKind,
  ConfigurationSection,
} from '#web/gql/graphql.ts';

export type Change = ConfigurationChangeFieldsFragment;

/** What the parts of a file are called. */
export const sectionWords: Record<ConfigurationSection, string> = {
  team: 'Team',
  rules: 'Alert rules',
  channels: 'Channels',
  maintenanceWindows: 'Maintenance windows',
};

export const kindWords: Record<ConfigurationChangeKind, string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
};

/** The sign before what is done, as differences of texts have it. */
export const kindSigns: Record<ConfigurationChangeKind, string> = { added: '+', changed: '~', removed: '−' };

/** "2 added, 1 changed, 3 removed"; what there is none of is not named. */
export function inShort(changes: readonly Pick<Change, 'kind'>[]): string {
  const counted = (['added', 'changed', 'removed'] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count > 0 ? [`${count} ${kind}`] : [];
  });
  return counted.join(', ') || 'Nothing changed';
}

/** The changes by the part of the file that they belong to, in its order. */
export function bySection(changes: readonly Change[]): [ConfigurationSection, Change[]][] {
  const sections = [...new Set(changes.map(({ section }) => section))];
  return sections.map((section) => [section, changes.filter((change) => change.section === section)]);
}
