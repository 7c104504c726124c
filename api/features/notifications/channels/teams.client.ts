import { failure, type FailureCode } from '#api/features/integrations/channel-failures.ts';
import type { OutboundAnswer } from '#api/security/outbound.ts';
import { chatRetries } from '../retry-policy.ts';
import {
  attempt,
  otherFailure,
  posting,
  temporaryFailure,
  unprovable,
  type Channel,
  type Verdict,
} from './channel.client.ts';
import { cut, renderText, type Tone, type MessageText } from './message-text.ts';

/** Microsoft Teams workflows that start when a webhook request is received. */
export const teams: Channel = {
  summarizes: true,
  concurrency: 1,
  spacingMs: 1000,
  retries: chatRetries,
  send: (app, { webhookUrl = '' }, message) =>
    attempt(app, webhookUrl, posting(teamsMessage(renderText(message))), readTeams),
  announce: (app, { webhookUrl = '' }, { said }) =>
    attempt(app, webhookUrl, posting(teamsMessage(said)), readTeams),
  // Any request that its signature allows starts the flow.
  prove: () => Promise.resolve(unprovable('teams')),
};

function readTeams(answer: OutboundAnswer): Verdict {
  const { status, headers, text } = answer;
  // 202 means that the flow has started. Teams doesn't report whether its post succeeds.
  if (status === 202) return { result: 'accepted', ...reference(headers['x-ms-workflow-run-id']) };
  if (status >= 200 && status < 300) return { result: 'sent' };
  const problem = problemOf(status, codeIn(text), text);
  return problem ?? temporaryFailure(answer, 'Teams') ?? otherFailure(answer, 'Teams');
}

function problemOf(status: number, code: string, text: string): Verdict | undefined {
  const broken = (reasonCode: FailureCode): Verdict => ({
    result: 'failed',
    disable: true,
    reason: failure(reasonCode),
  });
  if (code === 'WorkflowTriggerIsNotEnabled')
    return broken(/'Deleted'/.test(text) ? 'teams_flow_deleted' : 'teams_flow_off');
  if (code === 'TriggerInputSchemaMismatch') return { result: 'failed', reason: failure('teams_schema') };
  if (code === 'DirectApiAuthorizationRequired') return broken('teams_not_anyone');
  if (status === 401 || status === 403) return broken('teams_signature');
  if (status === 404 || status === 410) return broken('teams_no_flow');
  if (status === 413) return { result: 'failed', reason: failure('teams_too_large') };
  if (status !== 400) return undefined;
  return {
    result: 'failed',
    reason: failure('message_refused', { service: 'Teams', detail: code || 'HTTP 400' }),
  };
}

/** `{"error":{"code","message"}}`. Only returns what looks like a code. */
function codeIn(text: string): string {
  return /"code"\s*:\s*"(\w{1,80})"/.exec(text)?.[1] ?? '';
}

function reference(run: string | undefined): { reference?: string } {
  return run && /^[\w-]{1,200}$/.test(run) ? { reference: run } : {};
}

/** Maximum characters. Together they stay well below a message's 28 KB, even at four bytes per character. */
const limits = { title: 250, paragraph: 1600, fact: 500, line: 220, footer: 220 };

/** Named colors of Adaptive Cards. */
const colors: Record<Tone, string> = {
  critical: 'attention',
  error: 'attention',
  warning: 'warning',
  info: 'accent',
  well: 'good',
};

/** A message for a flow "when a Teams webhook request is received": one Adaptive Card, version 1.4. */
export function teamsMessage({ title, paragraphs, tone, facts, lines, links, footer }: MessageText): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    // For screen readers, and clients that can't show cards.
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
