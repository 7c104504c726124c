import type { HealthPart, HealthState } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateShape.tsx';

export const partName: Record<HealthPart, string> = {
  database: 'Database',
  migrations: 'Migrations',
  nodes: 'Nodes',
  queue: 'Queue',
  bell: 'Bell',
  polls: 'Polls',
  channels: 'Channels',
  mail: 'Mail',
  stripe: 'Stripe',
  disk: 'Disk',
};

/** Where the operator can do something about a part. */
export const placeOf: Partial<Record<HealthPart, { to: string; label: string }>> = {
  mail: { to: '/admin/email', label: 'Open Email' },
  stripe: { to: '/admin/billing', label: 'Open Billing' },
};

export const shapeOf: Record<HealthState, State> = { ok: 'ok', late: 'warning', failing: 'critical' };

export const stateName: Record<HealthState, string> = { ok: 'OK', late: 'Late', failing: 'Failing' };

type Check = { part: HealthPart; state: HealthState; says: string };

const order: readonly HealthState[] = ['failing', 'late', 'ok'];

/** The worst first; parts that do equally well keep their order. */
export const worstFirst = <C extends Check>(checks: readonly C[]): C[] =>
  checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));

/** All parts in a sentence. */
export function summary(checks: readonly Check[]): string {
  const count = (state: HealthState) => checks.filter((check) => check.state === state).length;
  const [failing, late] = [count('failing'), count('late')];
  const said = [failing && `${failing} failing`, late && `${late} late`].filter(Boolean);
  if (said.length === 0) return 'Everything is as it should be';
  return `${said.join(', ')} of ${checks.length} parts`;
}
