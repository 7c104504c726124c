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
  description: 'Purpose of an emailed link. A link works for one purpose only.',
  valuesConfig: {
    verify_email: { description: 'Verifies the email address of a new account.' },
    reset_password: { description: 'Resets the password.' },
    unlock: { description: 'Lets the owner of a locked account sign in.' },
    change_email: { description: 'Confirms a new email address.' },
  },
});

/** An emailed link, usable once, for one purpose, until it expires. */
@Entity({ tableName: 'mailed_link' })
export class EmailLink {
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

  /** Address that it was sent to. For `change_email`, the new one. */
  @Property({ type: 'text' })
  email!: string;

  @Property({ type: 'timestamptz' })
  expiresAt!: Date;

  @Property({ type: 'timestamptz', nullable: true })
  usedAt?: Date | null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

/** Status of a link. */
export enum LinkState {
  valid = 'valid',
  used = 'used',
  expired = 'expired',
  wrong = 'wrong',
}
registerEnumType(LinkState, {
  name: 'LinkState',
  description: 'Status of an emailed link.',
  valuesConfig: {
    valid: { description: 'Can be used.' },
    used: { description: 'Already used.' },
    expired: { description: 'Expired. A new one can be requested.' },
    wrong: { description: 'Invalid, or for another purpose.' },
  },
});

@ObjectType({ description: 'An emailed link, before it is used.' })
export class EmailLinkInfo {
  @Field(() => LinkState, { description: 'Whether the link can be used, or why not.' })
  state!: LinkState;

  @Field(() => String, {
    nullable: true,
    description: 'Email address that it was sent to. `null` if the link cannot be used.',
  })
  email!: string | null;
}

/** URL of a page with a token, always under PUBLIC_URL whatever host the request used. */
export function linkTo({ publicUrl }: Pick<Config, 'publicUrl'>, page: `/${string}`, token: string): string {
  return `${publicUrl}${page}?token=${token}`;
}
