import type { Message } from './message.ts';

/**
 * Headers of every mail, by whichever way it goes. `host` is ours, for ids that are nobody else's. A mail that can be
 * unsubscribed from says so to programs (RFC 2369, RFC 8058).
 */
export function headersOf(
  { id, thread, unsubscribeUrl }: Pick<Message, 'id' | 'thread' | 'unsubscribeUrl'>,
  host: string,
): Record<string, string> {
  const conversation = thread && messageId(thread, host);
  return {
    'Message-ID': messageId(id, host),
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(conversation && { 'In-Reply-To': conversation, References: conversation }),
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}

function messageId(id: string, host: string): string {
  return `<${id}@${host}>`;
}
