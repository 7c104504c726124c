import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { type Sealed, vault } from '#api/security/secrets.ts';
import { Broadcast } from './broadcast.entity.ts';

export enum EmailStatus {
  waiting = 'waiting',
  sent = 'sent',
  failed = 'failed',
}

/** A file that is made when an email is sent, from rows that no longer change, so that the outbox doesn't store it. */
export interface AttachmentSource {
  /** Which feature makes it, a key of `attachmentMakers`. */
  kind: string;
  /** File name, such as `report.pdf`. */
  name: string;
  /** What the feature needs to know. */
  about: Record<string, string | null>;
}

/** Values that erase an email's content, because its links sign people in. */
export const erasedContent = { text: null, html: null, unsubscribeUrl: null, replyTo: null };

/**
 * An email in the outbox. It is added in the transaction of its cause, and sent by a job from the same
 * transaction.
 */
@Entity({ tableName: 'mail' })
export class OutboxEmail {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** Kind of email, such as `verify-email` or `alert`. */
  @Property({ type: 'text' })
  kind!: string;

  @Property({ type: 'text' })
  to!: string;

  @Property({ type: 'text' })
  subject!: string;

  /** Encrypted while it waits, and erased once a provider has it, because its links sign people in. */
  @Property({ type: 'text', nullable: true })
  text?: Sealed | null;

  @Property({ type: 'text', nullable: true })
  html?: Sealed | null;

  /** Unsubscribe link for its kind (RFC 8058). `null` for emails that people requested. */
  @Property({ type: 'text', nullable: true })
  unsubscribeUrl?: Sealed | null;

  /** Reply address, if it isn't the sender. */
  @Property({ type: 'text', nullable: true })
  replyTo?: Sealed | null;

  /** The file that is attached when it's sent. `null`: none. */
  @Property({ type: 'json', nullable: true })
  attachment?: AttachmentSource | null;

  /** Broadcast that it is part of. */
  @Index()
  @ManyToOne(() => Broadcast, { nullable: true, deleteRule: 'cascade' })
  broadcast?: Rel<Broadcast> | null;

  /** When sending of a broadcast email started. It is never started twice, whatever the outcome. */
  @Property({ type: 'timestamptz', nullable: true })
  begunAt?: Date | null;

  @Enum({ items: () => EmailStatus, default: EmailStatus.waiting })
  status: EmailStatus = EmailStatus.waiting;

  @Property({ type: 'integer', default: 0 })
  attempts: number = 0;

  /** Why the last attempt failed, without addresses or secrets. */
  @Property({ type: 'text', nullable: true })
  failure?: string | null;

  @Index()
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();

  @Property({ type: 'timestamptz', nullable: true })
  sentAt?: Date | null;

  /** When the provider reported that this sent email had bounced. Removing the suppression doesn't undo it. */
  @Property({ type: 'timestamptz', nullable: true })
  bouncedAt?: Date | null;
}

/** The parts of an email that are encrypted at rest. */
export interface EncryptedContent {
  text: string;
  html: string;
  unsubscribeUrl?: string | null;
  replyTo?: string | null;
}

/** Encrypts the content of the email with this id. */
export function sealContent(
  id: string,
  { text, html, unsubscribeUrl, replyTo }: EncryptedContent,
): Pick<OutboxEmail, 'text' | 'html' | 'unsubscribeUrl' | 'replyTo'> {
  return {
    text: vault.seal(text, 'mail.text', id),
    html: vault.seal(html, 'mail.html', id),
    unsubscribeUrl: unsubscribeUrl ? vault.seal(unsubscribeUrl, 'mail.unsubscribe_url', id) : null,
    replyTo: replyTo ? vault.seal(replyTo, 'mail.reply_to', id) : null,
  };
}

/** The content of an email. Parts that are no longer kept are empty. @throws UnreadableSecret */
export function contentOf({ id, text, html, unsubscribeUrl, replyTo }: OutboxEmail): EncryptedContent {
  return {
    text: text ? vault.unseal(text, 'mail.text', id) : '',
    html: html ? vault.unseal(html, 'mail.html', id) : '',
    unsubscribeUrl: unsubscribeUrl ? vault.unseal(unsubscribeUrl, 'mail.unsubscribe_url', id) : null,
    replyTo: replyTo ? vault.unseal(replyTo, 'mail.reply_to', id) : null,
  };
}
