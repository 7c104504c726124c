import type { AlertsBegunQuery, AlertSeverity } from '#web/gql/graphql.ts';

export type Begun = AlertsBegunQuery['alertHistory']['nodes'][number];

/** What a notice says, and where it leads. */
export interface Notice {
  title: string;
  body: string;
  to: string;
  /** A notice of the same tag takes the place of the one before. */
  tag: string;
}

/** Alerts that are asked for at once: of more it is known only that there are more. */
export const MOST = 100;

/** As many alerts have a notice each; of more there is one. */
const mostSingly = 3;

const severities: readonly AlertSeverity[] = ['critical', 'error', 'warning', 'info'];

const word: Record<AlertSeverity, string> = {
  critical: 'Critical',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
};

/** Notices of alerts that began: one each, or one in the place of many. */
export function noticesOf(begun: readonly Begun[]): Notice[] {
  if (begun.length > mostSingly) return [summed(begun)];
  return begun.map(({ id, severity, message, deviceName, siteName }) => ({
    title: `${word[severity]}: ${deviceName ?? siteName}`,
    body: message,
    to: `/alerts/${id}`,
    tag: id,
  }));
}

function summed(begun: readonly Begun[]): Notice {
  const counts = severities.flatMap((severity) => {
    const count = begun.filter((one) => one.severity === severity).length;
    return count > 0 ? [`${count} ${word[severity].toLowerCase()}`] : [];
  });
  const sites = [...new Set(begun.map(({ siteName }) => siteName))];
  const where = sites.length > 2 ? `${sites.length} sites` : sites.join(' and ');
  return {
    title: `${begun.length < MOST ? begun.length : `${MOST} or more`} new alerts`,
    body: `${counts.join(', ')} at ${where}`,
    to: '/alerts',
    tag: begun[0]!.id,
  };
}
