/** One mail as a mail server gets it. */
export interface Message {
  /** The same at every attempt: whoever receives it twice can tell. */
  id: string;
  to: string;
  /** What it is for: `verify-email`, `alert`. */
  kind: string;
  subject: string;
  text: string;
  html: string;
  /** Where a program asks, by POST, for no more of its kind (RFC 8058); what people asked for themselves has none. */
  unsubscribeUrl?: string | null;
  /** Whom an answer goes to; the sender unless given. */
  replyTo?: string | null;
  /** What mails of one conversation share, such as an alert's id: programs show them together. */
  thread?: string;
}

/** What more there is to say of a failure. */
interface Particulars {
  /** Milliseconds after which whoever refused it would like to be asked again. */
  retryAfterMs?: number;
  /** It is neither the message nor the address but how sending is set up: an administrator can mend it. */
  isSetUp?: boolean;
  /** Nobody reads mail at this address: it is not written to again. */
  isAddress?: boolean;
  /** It was handed over, or part of it, and no answer came: it may have been taken all the same. */
  mayBeTaken?: boolean;
}

/** Why a message was not taken, in words without addresses or secrets. */
export class EmailFailure extends Error {
  override name = 'EmailFailure';
  readonly retryAfterMs: number | undefined;
  readonly isSetUp: boolean;
  readonly isAddress: boolean;
  readonly mayBeTaken: boolean;

  constructor(
    message: string,
    /** Trying again would not help. */
    readonly permanent: boolean,
    { retryAfterMs, isSetUp = false, isAddress = false, mayBeTaken = false }: Particulars = {},
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.isSetUp = isSetUp;
    this.isAddress = isAddress;
    this.mayBeTaken = mayBeTaken;
  }
}

/** What was said when a message was taken. */
export interface AcceptedMessage {
  /** What the provider calls it. */
  reference?: string;
  /** A sentence for administrators. */
  answer?: string;
}

/** A way to send mail. */
export interface Transport {
  /** @throws MailFailure when the message was not taken */
  send(message: Message): Promise<AcceptedMessage>;
  /** Whether sent mail stays readable here: the local development mailbox. */
  keeps: boolean;
}

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
