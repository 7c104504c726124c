import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Index } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import type { Sealed } from '#api/security/secrets.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { summaryOf } from './payload.ts';

/** The URL that a controller's consoles push to. Created when first requested. */
@Entity()
export class PushAddress {
  [OptionalProps]?: 'madeAt';

  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade', unique: true })
  controller!: Rel<Controller>;

  /** Anyone with this token can push. Encrypted, so that it can be shown to its owner again. */
  @Property({ type: 'text', lazy: true })
  token!: Sealed;

  /** Hash for looking up the token, as for sessions. */
  @Property({ type: 'text', unique: true })
  tokenHash!: string;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  madeAt: Date = new Date();
}

/** A message from a console, unchanged. Its content doesn't affect any decision. */
@ObjectType({ description: 'A message pushed by a console, unchanged. Alerts never depend on its content.' })
@Entity()
@Index({ properties: ['controller', 'id'] })
export class PushedMessage {
  /** Increases in the order of arrival. */
  @Field(() => ID, { description: 'Grows from one message to the next.' })
  @PrimaryKey({ type: 'bigint', autoincrement: true })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade', index: false })
  controller!: Rel<Controller>;

  @Field(() => GraphQLISODateTime, { description: 'When it came in.' })
  @Index()
  @Property({ type: 'timestamptz' })
  at!: Date;

  /** Whether it was counted as the announcement of a change. */
  @Property({ type: 'boolean', default: false })
  counted: boolean = false;

  /** Text instead of jsonb, which would reformat it and rejects some valid JSON. */
  @Field({
    description:
      'Raw JSON object, up to 64 KiB. Anyone with the address can send it, so only show it as text.',
  })
  @Property({ type: 'text' })
  body!: string;

  @Field(() => String, {
    nullable: true,
    description: "Subject, up to 200 characters. `null` if it isn't in a known UniFi format.",
  })
  get gist(): string | null {
    return summaryOf(this.body);
  }
}
