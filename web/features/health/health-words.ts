import type { HealthPart, HealthState } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateIcon.tsx';

export const partName: Record<HealthPart, string> = {
  database: 'Database',
  migrations: 'Migrations',
  nodes: 'Nodes',
  queue: 'Queue',
  pubsub: 'Live events',
  polls: 'Polling',
  channels: 'Channels',
  mail: 'Email',
  stripe: 'Stripe',
  disk: 'Disk',
};

/** Where the operator can fix a component. */
export const placeOf: Partial<Record<HealthPart, { to: string; label: string }>> = {
  mail: { to: '/admin/email', label: 'Open Email' },
  stripe: { to: '/admin/billing', label: 'Open Billing' },
};

export const shapeOf: Record<HealthState, State> = { ok: 'ok', late: 'warning', failing: 'critical' };

export const stateName: Record<HealthState, string> = { ok: 'OK', late: 'Late', failing: 'Failing' };

type Check = { part: HealthPart; state: HealthState; says: string };

const order: readonly HealthState[] = ['failing', 'late', 'ok'];

/** Sorts the worst first, and keeps the order of equals. */
export const worstFirst = <C extends Check>(checks: readonly C[]): C[] =>
  checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));

/** Summarizes all components in a sentence. */
export function summary(checks: readonly Check[]): string {
  const count = (state: HealthState) => checks.filter((check) => check.state === state).length;
  const [failing, late] = [count('failing'), count('late')];
  const said = [failing && `${failing} failing`, late && `${late} late`].filter(Boolean);
  if (said.length === 0) return 'All systems operational';
  return `${said.join(', ')} of ${checks.length} components`;
}
