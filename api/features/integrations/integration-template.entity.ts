import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';

/** Pictures that a template may have (specification 2, section 3). */
export const templateIcons = ['settings', 'message-circle', 'mail', 'webhook'] as const;

/** A kind of integration that administrators offer: its form is made from its schema. */
@ObjectType({ description: 'A kind of integration that is offered: its form is made from its schema.' })
@Entity()
export class IntegrationTemplate {
  @Field(() => ID, { description: 'What `templateId` takes.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'What it is offered as.' })
  @Property({ type: 'text' })
  name!: string;

  @Field({ description: 'What integrations made from it are of.' })
  @Property({ type: 'text' })
  type!: string;

  @Field({ description: 'What it is good for, in a sentence. May be empty.' })
  @Property({ type: 'text', default: '' })
  description: string = '';

  @Field({ description: '`settings`, `message-circle`, `mail` or `webhook`.' })
  @Property({ type: 'text', default: 'settings' })
  icon: string = 'settings';

  @Field(() => GraphQLJSONObject, {
    description: 'A flat JSON Schema object: `properties` and `required`, without references.',
  })
  // Not jsonb, which would sort the fields of the form.
  @Property({ type: 'json', columnType: 'json' })
  configSchema!: Record<string, unknown>;

  @Field({ description: 'Whether it is on offer. What was made from it goes on either way.' })
  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;

  @Field(() => Int, {
    nullable: true,
    description: 'How many integrations are made from it, in `allIntegrationTemplates`; else null.',
  })
  inUse?: number | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
