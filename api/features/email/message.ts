/** One mail as a mail server gets it. */
export interface Message {
  /** The same at every attempt: whoever receives it twice can tell. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Why a message was not taken, in words without addresses or secrets. */
export class MailFailure extends Error {
  override name = 'MailFailure';

  constructor(
    message: string,
    /** Trying again would not help. */
    readonly permanent: boolean,
  ) {
    super(message);
  }
}

/** A way to send mail. */
export interface Transport {
  /** @throws MailFailure when the message was not taken */
  send(message: Message): Promise<void>;
  /** Whether sent mail stays readable here: the local mailbox of development. */
  keeps: boolean;
}
