/** An email as a mail server receives it. */
export interface Message {
  /** The same for every attempt, so that recipients can detect duplicates. */
  id: string;
  to: string;
  /** Kind of email, such as `verify-email` or `alert`. */
  kind: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe URL (RFC 8058). Undefined for emails that people requested. */
  unsubscribeUrl?: string | null;
  /** Reply address. The sender by default. */
  replyTo?: string | null;
  attachment?: Attachment;
  /** Shared by emails of one conversation, such as an alert's ID, so that mail programs group them. */
  thread?: string;
}

/** A file that is sent with an email. */
export interface Attachment {
  name: string;
  /** Media type, such as `application/pdf`. */
  type: string;
  content: Buffer;
}

/** Details of a failure. */
interface Particulars {
  /** Milliseconds until the server wants to be contacted again. */
  retryAfterMs?: number;
  /** The email setup is at fault rather than the message or address, so an administrator can fix it. */
  isSetUp?: boolean;
  /** The address doesn't exist. It is suppressed. */
  isAddress?: boolean;
  /** It was at least partly handed over, but no response came, so it may have been accepted. */
  mayBeTaken?: boolean;
}

/** Why a message wasn't accepted, without addresses or secrets. */
export class EmailFailure extends Error {
  override name = 'EmailFailure';
  readonly retryAfterMs: number | undefined;
  readonly isSetUp: boolean;
  readonly isAddress: boolean;
  readonly mayBeTaken: boolean;

  constructor(
    message: string,
    /** Retrying wouldn't help. */
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

/** Response to an accepted message. */
export interface AcceptedMessage {
  /** The provider's ID of it. */
  reference?: string;
  /** Message for administrators. */
  answer?: string;
}

/** An address that the mail server wouldn't take an email to. */
export interface RefusedRecipient {
  address: string;
  /** What the server said. */
  answer: string;
}

/** What could be checked without sending: each recipient, only the API key, or nothing. */
export type TransportCheck =
  { by: 'recipients'; refused: RefusedRecipient[] } | { by: 'key' } | { by: 'nothing' };

export interface Transport {
  /** @throws EmailFailure if the message wasn't accepted */
  send(message: Message): Promise<AcceptedMessage>;
  /**
   * Checks that emails to these addresses would be accepted, without sending one.
   * @throws EmailFailure if none would be
   */
  check(recipients: readonly string[]): Promise<TransportCheck>;
  /** Whether sent email stays readable here, in the local development mailbox. */
  keeps: boolean;
}

/**
 * Headers of every email, whatever its transport. `host` is ours, which makes the IDs unique. Unsubscribe
 * links are included for mail programs (RFC 2369, RFC 8058).
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
