import type { Letter } from '#api/features/email/letter.ts';
import { plainName, unlinked } from '#api/features/email/plain-name.ts';
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

/** A letter about an alert, or about many. What somebody put into a name to be clicked is left out of it. */
export function alertLetter(parcel: Parcel): Letter {
  const { tone, links, ...said } = wordingOf(parcel);
  const title = unlinked(said.title);
  const paragraphs = said.paragraphs.map(unlinked);
  const lines = said.lines.map(unlinked);
  const facts = said.facts.map(({ label, value }) => ({ label, value: unlinked(value) }));
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
