import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { registerEnumType } from 'type-graphql';
import { User } from '../users/user.entity.ts';

export enum LinkPurpose {
  verify_email = 'verify_email',
  reset_password = 'reset_password',
  unlock = 'unlock',
  change_email = 'change_email',
}
registerEnumType(LinkPurpose, {
  name: 'LinkPurpose',
  description: 'What a link in a mail is good for, and for nothing else.',
  valuesConfig: {
    verify_email: { description: 'Confirms the address of a new account.' },
    reset_password: { description: 'Lets its owner choose a new password.' },
    unlock: { description: 'Lets the owner of a locked account in.' },
    change_email: { description: 'Makes another address the one to sign in with.' },
  },
});

/** A link that was mailed: usable once, for one purpose, until it expires. */
@Entity()
export class MailedLink {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Enum({ items: () => LinkPurpose })
  purpose!: LinkPurpose;

  /** SHA-256 of the token in the link, hex. */
  @Property({ type: 'text' })
  @Unique()
  tokenHash!: string;

  @Index()
  @ManyToOne(() => User, { deleteRule: 'cascade' })
  user!: Rel<User>;

  /** The address it was mailed to; for `change_email` the new one. */
  @Property({ type: 'text' })
  email!: string;

  @Property({ type: 'timestamptz' })
  expiresAt!: Date;

  @Property({ type: 'timestamptz', nullable: true })
  usedAt?: Date | null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
