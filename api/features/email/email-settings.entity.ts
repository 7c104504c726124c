import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';
import { masked, type Sealed } from '#api/security/secrets.ts';
import { Singleton } from '#api/db/singleton.ts';

/** Email provider settings (specification 2, section 3). */
@ObjectType({ description: 'Email provider settings.' })
@Entity()
export class EmailSettings extends Singleton {
  @Field({ description: 'Provider: `sendgrid`.' })
  @Property({ type: 'text', default: 'sendgrid' })
  provider!: string;

  @Property({ type: 'text', nullable: true, lazy: true })
  apiKey?: Sealed | null;

  @Field(() => String, {
    nullable: true,
    description: 'Last four characters of the key, which is never returned. `null` if none is set.',
  })
  @Property({ type: 'text', nullable: true })
  apiKeyTail?: string | null;

  /** Documented name. Tells clients whether a key is saved. */
  @Field(() => String, {
    name: 'apiKey',
    nullable: true,
    description:
      'Masked key with its last four characters. The key itself is never returned. `null` if none is set.',
  })
  get shownKey(): string | null {
    return masked(this.apiKeyTail);
  }

  @Field({ description: "Sender's address, which must be verified with the provider." })
  @Property({ type: 'text', default: '' })
  fromEmail!: string;

  @Field({ description: "The sender's name, as recipients see it." })
  @Property({ type: 'text', default: '' })
  fromName!: string;

  @Field({ description: 'Whether emails use the provider. When off, they use SMTP_URL or stay queued.' })
  @Property({ type: 'boolean', default: true })
  isActive!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Why emails fail because of these settings. `null` if they don't.",
  })
  @Property({ type: 'text', nullable: true })
  failure?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When emails began failing. `null` if they aren't.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  failingSince?: Date | null;

  /** Bounces have been read up to this time. */
  @Property({ type: 'timestamptz', nullable: true })
  bouncesReadAt?: Date | null;
}
