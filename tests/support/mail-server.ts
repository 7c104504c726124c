import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server that stores what it receives, and can be set to reject. */
export interface MailServer {
  /** As SMTP_URL. */
  url: string;
  taken: Email[];
  /** Raw messages, headers as they came. */
  raw: string[];
  /** Responses to the next recipients, in order, as a code with or without text. Later ones are accepted. */
  refusals: (number | string)[];
  /** The same to the next senders. */
  senderRefusals: (number | string)[];
  byAddress: ByAddress;
  close(): Promise<void>;
}

/** What an address meets, however often. */
interface ByAddress {
  /** What its recipient is refused with. */
  refusal?: (address: string) => number | string | undefined;
  /** Whether it stores emails but never responds to them. */
  isUnanswered?: (address: string) => boolean;
}

export async function startMailServer(): Promise<MailServer> {
  const taken: Email[] = [];
  const raw: string[] = [];
  const refusals: MailServer['refusals'] = [];
  const senderRefusals: MailServer['senderRefusals'] = [];
  const byAddress: ByAddress = {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, answer) => answer(refusalOf(senderRefusals.shift())),
    onRcptTo: ({ address }, _session, answer) =>
      answer(refusalOf(refusals.shift() ?? byAddress.refusal?.(address))),
    onData(stream, { envelope }, answer) {
      const isUnanswered = envelope.rcptTo.some(({ address }) => byAddress.isUnanswered?.(address));
      const keep = async () => {
        const message = await buffer(stream);
        raw.push(message.toString('utf8'));
        taken.push(await PostalMime.parse(message));
      };
      keep().then(() => void (isUnanswered || answer()), answer);
    },
  });
  server.on('error', () => undefined);
  const { server: listener } = server;
  server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    raw,
    refusals,
    senderRefusals,
    byAddress,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusalOf(said: number | string | undefined): Error | undefined {
  if (said === undefined) return undefined;
  const [, code, words = 'No'] = /^(\d{3})(?: (.+))?$/.exec(String(said)) ?? [];
  return Object.assign(new Error(words), { responseCode: Number(code) });
}
