import { product, type Letter, plainName } from '../email/letter.ts';

const ifNotYou = 'If this was not you, change your password now and sign out all other sessions in Settings.';

/** To the new address: the link that makes it yours. */
export function confirmAddress(url: string): Letter {
  return {
    kind: 'change-email',
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs: [
      `Somebody asked to use this address for a ${product} account. If it was not you, ignore this mail; nothing happens.`,
      'If it was you, confirm the address: from then on you sign in with it.',
    ],
    action: { label: 'Confirm address', url },
    note: 'The link is good for 24 hours and for one use.',
  };
}

/** To an address that has an account already: whoever asked must not learn that it has one. */
export function addressInUse(signInUrl: string): Letter {
  return {
    kind: 'change-email',
    subject: 'Your address is in use already',
    heading: 'Somebody wanted to use your address',
    paragraphs: [
      `Somebody with a ${product} account asked to sign in with this address. It belongs to your account, so nothing changes.`,
    ],
    action: { label: 'Sign in', url: signInUrl },
    note: 'If it was you: sign in with this address, or delete this account first.',
  };
}

/** To the address so far, when a change is asked for. */
export function changeRequested(newAddress: string): Letter {
  return {
    kind: 'change-email-asked',
    subject: 'A change of your email address was asked for',
    heading: 'A change of your email address was asked for',
    paragraphs: [
      `Your account is to move to ${newAddress}. It stays with this address until that one is confirmed.`,
    ],
    note: ifNotYou,
  };
}

/** To the address so far, when it has changed. */
export function addressChanged(newAddress: string): Letter {
  return {
    kind: 'email-changed',
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      `From now on you sign in with ${newAddress}. Your other sessions have ended, and links that were mailed to this address no longer work.`,
    ],
    note: 'If this was not you, contact support at once: this address no longer opens the account.',
  };
}

/** To the address of an account that is gone. */
export function accountDeleted(teams: readonly string[]): Letter {
  return {
    kind: 'account-deleted',
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      teams.length > 0
        ? `It is gone, and with it everything of ${teams.map(plainName).join(' and ')}: controllers, rules, alerts and measurements.`
        : 'It is gone. What belongs to your former teams stays with them.',
      'You may register again with this address at any time.',
    ],
    note: 'If this was not you, contact support: whoever did it knew your password.',
  };
}
