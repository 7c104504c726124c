import { product, type EmailContent, plainName } from '../email/email-content.ts';

const ifNotYou = "If this wasn't you, change your password now and sign out all other sessions in Settings.";

/** To the new address, with the confirmation link. */
export function confirmAddress(url: string): EmailContent {
  return {
    kind: 'change-email',
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs: [
      `Someone asked to use this address for a ${product} account. If it wasn't you, ignore this email. Nothing will change.`,
      'If it was you, confirm the address. You will then sign in with it.',
    ],
    action: { label: 'Confirm address', url },
    note: 'The link expires after 24 hours and works once.',
  };
}

/** Sent to an address that already has an account, because the requester must not learn that it does. */
export function addressInUse(signInUrl: string): EmailContent {
  return {
    kind: 'change-email',
    subject: 'Someone tried to use your email address',
    heading: 'Someone tried to use your email address',
    paragraphs: [
      `Someone with another ${product} account asked to sign in with this address. It belongs to your account, so nothing has changed.`,
    ],
    action: { label: 'Sign in', url: signInUrl },
    note: 'If it was you, sign in with this address, or delete this account first.',
  };
}

/** To the current address, when a change is requested. */
export function changeRequested(newAddress: string): EmailContent {
  return {
    kind: 'change-email-asked',
    subject: 'Request to change your email address',
    heading: 'Request to change your email address',
    paragraphs: [
      `Someone asked to change the email address of your account to ${newAddress}. Your address stays the same until the new one is confirmed.`,
    ],
    note: ifNotYou,
  };
}

/** To the previous address, after the change. */
export function addressChanged(newAddress: string): EmailContent {
  return {
    kind: 'email-changed',
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      `You now sign in with ${newAddress}. Your other sessions were signed out, and links sent to this address no longer work.`,
    ],
    note: "If this wasn't you, contact support immediately. You can no longer sign in with this address.",
  };
}

/** Sent to the address of a deleted account. */
export function accountDeleted(teams: readonly string[]): EmailContent {
  return {
    kind: 'account-deleted',
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      teams.length > 0
        ? `Your account was deleted, along with all data of ${teams.map(plainName).join(' and ')}: controllers, rules, alerts and measurements.`
        : 'Your account was deleted. Your former teams keep their data.',
      'You can register again with this address at any time.',
    ],
    note: "If this wasn't you, contact support. The person who did it knew your password.",
  };
}
