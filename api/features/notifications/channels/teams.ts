import type { OutboundAnswer } from '#api/security/outbound.ts';
import { attempt, passing, posting, unforeseen, type Verdict } from './attempt.ts';
import type { Channel } from './channel.ts';
import { chatRetries } from './retries.ts';
import { teamsMessage } from './teams-message.ts';
import { wordingOf } from './wording.ts';

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
