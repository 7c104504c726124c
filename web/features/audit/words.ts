const known: Record<string, string> = {
  'security.update': 'Security policy changed',
  'security.reset': 'Allowed IP ranges emptied',
  'user.update': 'Profile changed',
  'user.role': 'Role changed',
  'user.suspend': 'User suspended',
  'user.activate': 'User activated',
  'user.delete': 'Account deleted',
  'user.change_email': 'Email changed',
  'user.password_change': 'Password changed',
  'user.reset_password': 'Password reset',
  'user.sessions_end': 'Sessions ended',
  'user.lockout_clear': 'Lockout cleared',
  '2fa.enable': 'Two factors turned on',
  '2fa.disable': 'Two factors turned off',
  '2fa.renew-recovery-codes': 'Recovery codes renewed',
  '2fa.reset': 'Two factors reset',
  'team.rename': 'Team renamed',
  'team.role': 'Team role changed',
  'team.join': 'Team joined',
  'team.leave': 'Team left',
  'team.remove': 'Member removed',
  'team.hand_over': 'Team handed over',
  'team.invite': 'Member invited',
  'team.invite_again': 'Invitation sent again',
  'team.uninvite': 'Invitation withdrawn',
  'api_token.create': 'API token created',
  'api_token.revoke': 'API token revoked',
};

/** An action of the audit log in words; one that is not known yet by its own. */
export const actionWords = (action: string): string => known[action] ?? sentenceCase(action);

/** `sessionTimeout` as a person reads it: "Session timeout". */
export const fieldWords = (field: string): string => sentenceCase(field.replace(/([A-Z])/g, ' $1'));

/** A recorded value as a person reads it. */
export function valueWords(value: unknown): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join('\n') : 'None';
  if (value === undefined || value === null || value === '') return 'None';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function sentenceCase(text: string): string {
  const words = text
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return sentence.replace(/\b(ip|api|id)\b/gi, (abbreviation) => abbreviation.toUpperCase());
}
