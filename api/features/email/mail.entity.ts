import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { EncryptedType } from '#api/secrets.ts';
import { Broadcast } from './broadcast.entity.ts';

export enum MailStatus {
  waiting = 'waiting',
  sent = 'sent',
  failed = 'failed',
}

/** Links in mails sign people in: nothing of one that is done with stays readable. */
export const gone = { text: null, html: null, unsubscribeUrl: null, replyTo: null };

/** A mail in the outbox. It is added in the transaction of what it tells about and sent by a job of the same. */
@Entity()
export class Mail {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** What it is for: `verify-email`, `alert`. */
  @Property({ type: 'text' })
  kind!: string;

  @Property({ type: 'text' })
  to!: string;

  @Property({ type: 'text' })
  subject!: string;

  /** Links in it sign people in: encrypted while it waits, and gone once a provider has it. */
  @Property({ type: EncryptedType, nullable: true })
  text?: string | null;

  @Property({ type: EncryptedType, nullable: true })
  html?: string | null;

  /** Where whoever gets it can ask for no more of its kind (RFC 8058); null for what they asked for themselves. */
  @Property({ type: EncryptedType, nullable: true })
  unsubscribeUrl?: string | null;

  /** Whom an answer goes to, where that is not the sender. */
  @Property({ type: EncryptedType, nullable: true })
  replyTo?: string | null;

  /** The mail to many that it is one of. */
  @Index()
  @ManyToOne(() => Broadcast, { nullable: true, deleteRule: 'cascade' })
  broadcast?: Rel<Broadcast> | null;

  /** When one of a mail to many was begun to be handed over: it is not begun twice, whatever came of it. */
  @Property({ type: 'timestamptz', nullable: true })
  begunAt?: Date | null;

  @Enum({ items: () => MailStatus, default: MailStatus.waiting })
  status: MailStatus = MailStatus.waiting;

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
}
