/** What is done, in words: the screens show them, and the search knows them. */
const labels: Record<string, string> = {
  'security.update': 'Security policy changed',
  'security.reset': 'Allowed IP ranges emptied',
  'payments.update': 'Payment settings changed',
  'payments.purchasing': 'User purchasing switched',
  'payments.test': 'Stripe tested',
  'payments.test_failed': 'Stripe test failed',
  'payments.replay': 'Stripe event replayed',
  'payments.reconcile': 'Billing compared with Stripe',
  'email.update': 'Email settings changed',
  'email.test': 'Test email sent',
  'email.test_failed': 'Test email failed',
  'email.unsuppress': 'Address may be mailed again',
  'email.broadcast': 'Mail sent to the waitlist',
  'email.broadcast_again': 'Mail to the waitlist sent again',
  'waitlist.delete': 'Taken off the waitlist',
  'waitlist.leave': 'Unsubscribed from the waitlist',
  'waitlist.return': 'Subscribed to the waitlist again',
  'integration.unsubscribe': 'Unsubscribed from alert mails',
  'integration.subscribe': 'Subscribed to alert mails again',
  'user.add': 'User added',
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
  'integration.create': 'Integration set up',
  'integration.update': 'Integration changed',
  'integration.delete': 'Integration deleted',
  'integration.rotate_secret': 'Signing secret changed',
  'halopsa.connect': 'HaloPSA connected',
  'halopsa.update': 'HaloPSA connection changed',
  'halopsa.disconnect': 'HaloPSA disconnected',
  'halopsa.alerts': 'HaloPSA alert settings changed',
  'maintenance.create': 'Maintenance window created',
  'maintenance.update': 'Maintenance window changed',
  'maintenance.end': 'Maintenance window ended',
  'maintenance.delete': 'Maintenance window deleted',
  'integration_template.create': 'Integration template created',
  'integration_template.update': 'Integration template changed',
  'integration_template.delete': 'Integration template deleted',
  'package.create': 'Package created',
  'package.update': 'Package changed',
  'package.delete': 'Package deleted',
  'package.reorder': 'Price list reordered',
  'api_token.create': 'API token created',
  'api_token.revoke': 'API token revoked',
};

/** An action in words; one that has none yet by its own: `thing.set_up` is "Thing set up". */
export function labelOf(action: string): string {
  const words = action.replace(/[._-]+/g, ' ').trim();
  return labels[action] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The actions in whose words something stands, whatever its case. */
export function actionsCalled(text: string): string[] {
  const sought = text.toLowerCase();
  return Object.keys(labels).filter((action) => labelOf(action).toLowerCase().includes(sought));
}
