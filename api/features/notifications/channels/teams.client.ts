import type { OutboundAnswer } from '#api/security/outbound.ts';
import { attempt, passing, posting, unforeseen, type Verdict, type Channel } from './channel.client.ts';
import { chatRetries } from '../retry-policy.ts';
import { wordingOf, cut, type Tone, type Wording } from './wording.ts';

/** Workflows of Microsoft Teams that start when a webhook request is received. */
export const teams: Channel = {
  summarises: true,
  atOnce: 1,
  spacingMs: 1000,
  retries: chatRetries,
  send: (app, { webhookUrl = '' }, parcel) =>
    attempt(app, webhookUrl, posting(teamsMessage(wordingOf(parcel))), readTeams),
};

const copyAnew = 'Open the flow in Workflows, copy its address anew and paste it here.';

function readTeams(answer: OutboundAnswer): Verdict {
  const { status, headers, text } = answer;
  // 202: the flow has started; whether its post succeeds is not told.
  if (status === 202) return { result: 'accepted', ...reference(headers['x-ms-workflow-run-id']) };
  if (status >= 200 && status < 300) return { result: 'sent' };
  const problem = problemOf(status, codeIn(text), text);
  return problem ?? passing(answer, 'Teams') ?? unforeseen(answer, 'Teams');
}

function problemOf(status: number, code: string, text: string): Verdict | undefined {
  if (code === 'WorkflowTriggerIsNotEnabled') {
    const reason = /'Deleted'/.test(text)
      ? 'The flow was deleted. Create a new one in Workflows and paste its address here.'
      : 'The flow is switched off. Turn it on in Workflows, then save this channel again.';
    return { result: 'failed', disable: true, reason };
  }
  if (code === 'TriggerInputSchemaMismatch')
    return {
      result: 'failed',
      reason: 'The trigger of the flow demands another form. Clear its schema in Workflows.',
    };
  if (code === 'DirectApiAuthorizationRequired') {
    const reason = `The flow does not let us start it: "Who can trigger the flow?" must be "Anyone". Change that. ${copyAnew}`;
    return { result: 'failed', disable: true, reason };
  }
  if (status === 401 || status === 403)
    return {
      result: 'failed',
      disable: true,
      reason: `The signature in the address is not right any more. ${copyAnew}`,
    };
  if (status === 404 || status === 410) {
    const reason =
      'There is no flow at this address any more. Create a new one in Workflows and paste its address here.';
    return { result: 'failed', disable: true, reason };
  }
  if (status === 413) return { result: 'failed', reason: 'Teams finds this message too large.' };
  return status === 400
    ? { result: 'failed', reason: `Teams does not take this message (${code || 'HTTP 400'}).` }
    : undefined;
}

/** `{"error":{"code","message"}}`; only what looks like a code is repeated. */
function codeIn(text: string): string {
  return /"code"\s*:\s*"(\w{1,80})"/.exec(text)?.[1] ?? '';
}

function reference(run: string | undefined): { reference?: string } {
  return run && /^[\w-]{1,200}$/.test(run) ? { reference: run } : {};
}

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
