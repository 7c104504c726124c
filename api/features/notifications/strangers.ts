import { normalEmail } from '../users/normal-email.ts';

/**
 * Alert mails within a day that an address which is no member's is sent, and all of these in a team: nobody has confirmed
 * that they want them. Enough for a shared mailbox on a bad day; too little to flood strangers with.
 */
const most = { address: 200, team: 500 };

/** How many mails each address was sent within the last day, by the address in lower case. */
export type Mailed = ReadonlyMap<string, number>;

/** Why an address is told of nothing that begins; undefined where it is, as members always are. */
export function enough(
  recipient: string,
  listeners: readonly { email: string }[],
  mailed: Mailed,
): string | undefined {
  const members = new Set(listeners.map(({ email }) => email));
  const address = normalEmail(recipient);
  if (recipient === '' || members.has(address)) return undefined;
  const remedy = 'Who is invited to the team is mailed without a limit';
  if ((mailed.get(address) ?? 0) >= most.address)
    return `${recipient} belongs to no member and has had ${most.address} mails within a day. ${remedy}`;
  const all = [...mailed].filter(([one]) => !members.has(one)).reduce((sum, [, count]) => sum + count, 0);
  return all >= most.team
    ? `Addresses that belong to no member have had ${most.team} mails within a day. ${remedy}`
    : undefined;
}
