import { IsIn, MaxLength } from 'class-validator';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsNotBlank, IsOneLine, IsName } from '#api/graphql/schema/texts.ts';
import { templateIcons } from './integration-template.entity.ts';

/** The template form and its limits (specification 2, sections 3 and 5). */
@InputType({ description: 'Fields of an integration template.' })
export class IntegrationTemplateInput {
  @Field({ description: 'Name, 1 to 100 characters on one line.' })
  @IsName('Name')
  name!: string;

  @Field({ description: 'Type of the integrations made from it, a word of your choice.' })
  @IsNotBlank({ message: 'Type is required' })
  @IsOneLine({ message: 'Type must be on one line' })
  @MaxLength(50, { message: 'Type must be 50 characters or less' })
  type!: string;

  @Field({ defaultValue: '', description: 'What it does, as a sentence.' })
  @MaxLength(500, { message: 'Description must be 500 characters or less' })
  description!: string;

  @Field({
    defaultValue: 'settings',
    description: 'Icon: `settings`, `message-circle`, `mail` or `webhook`.',
  })
  @IsIn(templateIcons, { message: `Icon must be one of ${templateIcons.join(', ')}` })
  icon!: string;

  @Field(() => GraphQLJSON, {
    description:
      'Flat JSON Schema object, or its JSON text. At most 30 properties, each a string, number or boolean. No references.',
  })
  @IsNotBlank({ message: 'Invalid JSON schema' })
  configSchema!: unknown;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether teams can use it.' })
  isActive!: boolean;
}

/** Omitted fields keep their value. */
export const IntegrationTemplateChanges = PartialInput(
  IntegrationTemplateInput,
  'IntegrationTemplateChanges',
);
export type IntegrationTemplateChanges = Partial<IntegrationTemplateInput>;
