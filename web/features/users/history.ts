const words: Record<string, string> = {
  'user.suspend': 'Suspended',
  'user.activate': 'Activated',
  'user.role': 'Role changed',
  'user.update': 'Details changed',
  'user.sessions_end': 'Sessions ended',
  'user.lockout_clear': 'Failed sign-ins cleared',
  'user.password_change': 'Password changed',
  'user.reset_password': 'Password reset by mail',
  'user.change_email': 'Email changed',
  '2fa.enable': 'Second factor set up',
  '2fa.disable': 'Second factor turned off',
  '2fa.renew-recovery-codes': 'Recovery codes renewed',
  '2fa.reset': 'Second factor reset',
};

/** What was done, for people; the log's own word where there is none for it here. */
export const deedWords = (action: string): string => words[action] ?? action;

type Recorded = Readonly<Record<string, unknown>>;

/** "firstName: Bob → Robert, role: user → admin"; nothing where no field is named. */
export function changeWords(before: Recorded, after: Recorded): string {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].map((field) => `${field}: ${value(before[field])} → ${value(after[field])}`).join(', ');
}

function value(recorded: unknown): string {
  if (recorded === undefined || recorded === null || recorded === '') return 'none';
  if (typeof recorded === 'boolean') return recorded ? 'yes' : 'no';
  return Array.isArray(recorded) ? recorded.join(', ') || 'none' : String(recorded);
}
