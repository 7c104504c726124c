import { listed } from './site-limit.ts';

/** Something that refers to a customer, so that it can’t be deleted. Screens word each kind and link to it. */
export type CustomerUse =
  | { kind: 'rule'; id: string; name: string }
  | { kind: 'channel'; type: string }
  | { kind: 'maintenance_window'; name: string }
  | { kind: 'report_emails' }
  /** A controller whose new sites go to the customer. */
  | { kind: 'default_customer'; name: string };

/** Name of a channel within a sentence. */
const channelNames: Record<string, string> = {
  email: 'email',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  webhook: 'webhook',
};

function useWords(use: CustomerUse): string {
  switch (use.kind) {
    case 'rule':
      return `the rule “${use.name}”`;
    case 'channel':
      return `the ${channelNames[use.type] ?? use.type} channel`;
    case 'maintenance_window':
      return `the maintenance window “${use.name}”`;
    case 'report_emails':
      return 'its monthly report email (the team owner can turn that off)';
    case 'default_customer':
      return `the controller “${use.name}” (for its new sites)`;
  }
}

/** Why a customer can’t be deleted, for clients that don’t read the list. */
export function usedSentence(name: string, uses: readonly CustomerUse[]): string {
  const words = uses.slice(0, 3).map(useWords);
  if (uses.length > 3) words.push(`${uses.length - 3} more`);
  const those = uses.length === 1 ? 'that' : 'those';
  return `“${name}” can’t be deleted while it’s in use by ${listed(words, 'and')}. Change or delete ${those} first.`;
}
