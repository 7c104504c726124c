import { cut } from './cut.ts';
import type { Tone, Wording } from './wording.ts';

/** Characters of an embed (discord-api-docs, resources/message); all together stay below 6000. */
const limits = { title: 256, paragraphs: 1500, line: 157, value: 200, footer: 200 };

/** The colours of the screens' light theme. */
const colors: Record<Tone, number> = {
  critical: 0xdc2626,
  error: 0xc2410c,
  warning: 0xb45309,
  info: 0x0369a1,
  well: 0x15803d,
};

/** A message for a webhook of Discord: one embed that mentions nobody. Webhooks have no buttons, so links stand below. */
export function discordMessage(said: Wording): object {
  const { facts } = said;
  return asMessage(said, {
    fields: facts.map(({ label, value }) => ({
      name: label,
      value: cut(value, limits.value, escapeDiscord),
      inline: true,
    })),
  });
}

/** The news alone, where the first message of the alert is edited to say the rest. */
export function discordNews(said: Wording): object {
  return asMessage(said, {});
}

function asMessage({ title, paragraphs, tone, lines, links, footer, from }: Wording, more: object): object {
  const texts = paragraphs.map((one) => cut(one, limits.paragraphs / paragraphs.length, escapeDiscord));
  const list = lines.map((line) => cut(line, limits.line, escapeDiscord)).join('\n');
  const actions = links.map(({ label, url }) => `[${label}](${url})`).join(' · ');
  const embed = {
    title: cut(title, limits.title, escapeDiscord),
    url: links[0]?.url,
    color: colors[tone],
    description: [...texts, list, actions].filter(Boolean).join('\n\n'),
    footer: { text: cut(footer, limits.footer) },
    ...more,
  };
  return { username: discordName(from), allowed_mentions: { parse: [] }, embeds: [embed] };
}

/** Discord refuses a message whose sender's name holds its own, or is longer than 80 characters. */
const discordName = (name: string): string =>
  name
    .replace(/discord|clyde/gi, '')
    .trim()
    .slice(0, 80) || 'Alerts';

/** Discord takes a backslash before any punctuation: nothing in a name formats, mentions, links or becomes an emoji. */
function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&');
}
