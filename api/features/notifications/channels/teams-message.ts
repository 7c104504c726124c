import { cut } from './cut.ts';
import type { Tone, Wording } from './wording.ts';

/** Characters: all together stay well below the 28 KB of a message, also where each takes four bytes. */
const limits = { title: 250, paragraph: 1600, fact: 500, line: 220, footer: 220 };

/** Colours that an Adaptive Card knows by name. */
const colors: Record<Tone, string> = {
  critical: 'attention',
  error: 'attention',
  warning: 'warning',
  info: 'accent',
  well: 'good',
};

/** A message for a flow "when a Teams webhook request is received": one Adaptive Card of version 1.4. */
export function teamsMessage({ title, paragraphs, tone, facts, lines, links, footer }: Wording): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    // Read aloud, and shown where cards are not.
    fallbackText: cut(title, limits.title),
    body: [
      block(title, limits.title, { size: 'Large', weight: 'Bolder', color: colors[tone] }),
      ...paragraphs.map((one) => block(one, limits.paragraph)),
      ...lines.map((line) => block(line, limits.line, { spacing: 'Small' })),
      ...(facts.length > 0 ? [{ type: 'FactSet', facts: facts.map(fact) }] : []),
      block(footer, limits.footer, { size: 'Small', isSubtle: true }),
    ],
    actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

function block(text: string, most: number, looks: object = {}): object {
  return { type: 'TextBlock', text: cut(text, most, escapeTeams), wrap: true, ...looks };
}

function fact({ label, value }: { label: string; value: string }): object {
  return { title: label, value: cut(value, limits.fact, escapeTeams) };
}

/** The subset of Markdown that text in an Adaptive Card may use. */
function escapeTeams(text: string): string {
  return text.replace(/[\\*_[\]()~`]/g, '\\$&');
}
