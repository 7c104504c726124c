import {
  isObject,
  objectIn,
  objectsIn,
  textIn,
  type ChatAnswer,
  type ChatService,
  type Json,
} from './answer.ts';

/** Maximum bytes of a message. */
const largest = 28 * 1024;
const workflow = '00000000-0000-0000-0000-000000000000';

/** Power Automate's codes and messages, as published by clients. */
const errors: Record<number, [code: string, message: string]> = {
  400: [
    'WorkflowTriggerIsNotEnabled',
    `Could not execute workflow '${workflow}' trigger 'manual' with state 'Disabled': trigger is not enabled.`,
  ],
  401: ['DirectApiAuthorizationRequired', 'The request must be authenticated only by Shared Access scheme.'],
  403: ['AuthorizationFailed', 'The authentication credentials are not valid.'],
  404: ['WorkflowNotFound', `The workflow '${workflow}' could not be found.`],
  413: ['RequestEntityTooLarge', 'Request Entity too large'],
  429: ['WorkflowTriggerThrottled', 'The rate limit for this trigger has been exceeded.'],
};

/** Stand-in for a Workflows webhook. Its 202 only says that the flow has started. */
export function teams(): ChatService {
  let runs = 0;
  const usual = (status: number): ChatAnswer => {
    if (status === 202) {
      const run = `run-${String(++runs).padStart(8, '0')}`;
      return { status, headers: { 'x-ms-workflow-run-id': run } };
    }
    const [code, message] = errors[status] ?? ['InternalServerError', 'Encountered internal server error.'];
    return {
      status,
      body: { error: { code, message } },
      ...(status === 429 && { headers: { 'retry-after': '2' } }),
    };
  };
  return {
    service: 'teams',
    urlOf: (base, name) =>
      `${base}/powerautomate/automations/direct/workflows/${name}/triggers/manual/paths/invoke` +
      `?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=signature-of-${name}`,
    nameIn: (path) =>
      /^\/powerautomate\/automations\/direct\/workflows\/([\w-]+)\/triggers\/manual\/paths\/invoke$/.exec(
        path,
      )?.[1],
    usual,
    answer({ request, url, name }) {
      if (request.method !== 'POST') return usual(404);
      const hasSignature = url.searchParams.get('sig') === `signature-of-${name}`;
      if (!hasSignature || request.headers.authorization !== undefined) return usual(401);
      if (Buffer.byteLength(request.body) > largest) return usual(413);
      const body = objectIn(request.body);
      if (!body) {
        const message = 'The input body for trigger of type Request did not match its schema definition.';
        return { status: 400, body: { error: { code: 'TriggerInputSchemaMismatch', message } } };
      }
      const wrong = wrongIn(body);
      // The caller doesn't learn of failures inside the flow.
      return wrong
        ? { ...usual(202), note: `The flow failed: ${wrong}` }
        : { ...usual(202), shows: { body } };
    },
  };
}

function wrongIn({ type, attachments }: Json): string | undefined {
  const [card, ...more] = objectsIn(attachments);
  if (type !== 'message' || !card || more.length > 0) return 'a message with one attachment is needed';
  if (card.contentType !== 'application/vnd.microsoft.card.adaptive')
    return 'the attachment is no Adaptive Card';
  const { content } = card;
  if (!isObject(content) || content.type !== 'AdaptiveCard') return 'the attachment is no Adaptive Card';
  if (Number(content.version) > 1.4) return 'the version of the card is not known';
  if (objectsIn(content.body).length === 0) return 'the card is empty';
  return objectsIn(content.actions).every(isOpenUrl)
    ? undefined
    : 'only Action.OpenUrl with an absolute address works';
}

function isOpenUrl({ type, title, url }: Json): boolean {
  return type === 'Action.OpenUrl' && textIn(title) !== '' && URL.canParse(textIn(url));
}
