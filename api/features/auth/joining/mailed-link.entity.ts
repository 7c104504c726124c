import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { registerEnumType, Field, ObjectType } from 'type-graphql';
import { User } from '#api/features/users/user.entity.ts';
import type { Config } from '#api/config/config.ts';

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

/** What became of a link. */
export enum LinkState {
  valid = 'valid',
  used = 'used',
  expired = 'expired',
  wrong = 'wrong',
}
registerEnumType(LinkState, {
  name: 'LinkState',
  description: 'What became of a mailed link.',
  valuesConfig: {
    valid: { description: 'It can be used now.' },
    used: { description: 'It has done what it was for.' },
    expired: { description: 'Its time is over; a new one can be asked for.' },
    wrong: { description: 'It never was one, or not for this purpose.' },
  },
});

@ObjectType({ description: 'A mailed link, before it is used.' })
export class MailedLinkInfo {
  @Field(() => LinkState, { description: 'Whether it can be used, or why not.' })
  state!: LinkState;

  @Field(() => String, { nullable: true, description: 'Whom it was mailed to; only while it is valid.' })
  email!: string | null;
}

/** The address of a page with a token, under PUBLIC_URL whatever host the request named. */
export function linkTo({ publicUrl }: Pick<Config, 'publicUrl'>, page: `/${string}`, token: string): string {
  return `${publicUrl}${page}?token=${token}`;
}
