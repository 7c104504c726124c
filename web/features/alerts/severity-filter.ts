import type { AlertSeverity } from '#web/gql/graphql.ts';

export type Level = 'all' | 'critical' | 'warning' | 'info';

/** The documented levels; an error is as urgent as what is critical and shows there. */
export const levels: readonly { level: Level; label: string }[] = [
  { level: 'all', label: 'All Levels' },
  { level: 'critical', label: 'Critical' },
  { level: 'warning', label: 'Warning' },
  { level: 'info', label: 'Info' },
];

/** The level in the address; anything else means all levels. */
export const levelOf = (word: string | undefined): Level =>
  levels.find(({ level }) => level === word)?.level ?? 'all';

export const isOfLevel = (severity: AlertSeverity, level: Level): boolean =>
  level === 'all' || level === (severity === 'error' ? 'critical' : severity);
