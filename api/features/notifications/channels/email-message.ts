import type { Letter } from '#api/features/email/letter.ts';
import { plainName } from '#api/features/email/plain-name.ts';
import type { Parcel } from './channel.ts';
import { wordingOf, type Tone } from './wording.ts';

/** Beside the heading; they hold on a light and on a dark ground. */
const colors: Record<Tone, string> = {
  critical: '#dc2626',
  error: '#ea580c',
  warning: '#d97706',
  info: '#0284c7',
  well: '#16a34a',
};

/** A letter about an alert, or about many. */
export function alertLetter(parcel: Parcel): Letter {
  const { title, paragraphs, tone, facts, lines, links } = wordingOf(parcel);
  const [action, ...more] = links;
  return {
    kind: 'alert',
    subject: title,
    heading: title,
    preheader: [...paragraphs, ...lines].join(' ').slice(0, 200).toWellFormed(),
    paragraphs,
    lines,
    facts,
    action,
    more,
    color: colors[tone],
    note: `You get this because alerts of ${plainName(parcel.teamName)} are mailed to ${parcel.recipient}.`,
    ...(parcel.unsubscribeUrl && { leave: { label: 'Unsubscribe', url: parcel.unsubscribeUrl } }),
  };
}
