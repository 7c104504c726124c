import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';

/** Icons that a template can have (specification 2, section 3). */
export const templateIcons = ['settings', 'message-circle', 'mail', 'webhook'] as const;

/** An integration that administrators offer. Its form is generated from its schema. */
@ObjectType({
  description: 'An integration that administrators offer. Its form is generated from its schema.',
})
@Entity()
export class IntegrationTemplate {
  @Field(() => ID, { description: 'UUID, used as `templateId`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'Name of the template.' })
  @Property({ type: 'text' })
  name!: string;

  @Field({ description: 'Type of the integrations made from it.' })
  @Property({ type: 'text' })
  type!: string;

  @Field({ description: 'What it does, as a sentence. May be empty.' })
  @Property({ type: 'text', default: '' })
  description: string = '';

  @Field({ description: 'Icon: `settings`, `message-circle`, `mail` or `webhook`.' })
  @Property({ type: 'text', default: 'settings' })
  icon: string = 'settings';

  @Field(() => GraphQLJSONObject, {
    description: 'Flat JSON Schema object with `properties` and `required`, without references.',
  })
  // Not jsonb, which would sort the fields of the form.
  @Property({ type: 'json', columnType: 'json' })
  configSchema!: Record<string, unknown>;

  @Field({ description: 'Whether teams can use it. Existing integrations keep working either way.' })
  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of integrations made from it. `null` outside `allIntegrationTemplates`.',
  })
  inUse?: number | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was created.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
