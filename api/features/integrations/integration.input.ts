import { IsOptional, Max, MaxLength, Min } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, Int } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsNotBlank } from '#api/graphql/schema/texts.ts';
import { AreCustomers, AreTags } from '../customers/customer.input.ts';

/** Of a week's messages. More than any channel sends. */
export const mostBudget = 1_000_000;

@InputType()
class IntegrationFields {
  @Field(() => GraphQLJSONObject, {
    description:
      'Settings by type. Email: `recipients`, as a list or as text with one address per line. Slack, Teams, Discord and ' +
      'webhook: `webhookUrl`; if it is omitted, blank or masked, the stored URL stays. Webhook: `events`, a list of ' +
      '`alert.opened`, `alert.flapping`, `alert.stable`, `alert.reminder` and `alert.resolved`; if it is omitted or ' +
      'complete, the webhook receives all events, including future ones. `pings: false` stops the daily ping, a request of ' +
      'the type `ping` that checks the receiver. All channels: `enabled: false` turns the ' +
      'channel off. Integrations from a template: the fields of its schema.',
  })
  config!: Record<string, unknown>;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether it is on. It receives nothing while off.',
  })
  isActive!: boolean;

  @Field(() => [ID], {
    nullable: true,
    description:
      'IDs of up to 200 customers. A channel with customers or tags only receives alerts of sites that belong to one of these customers or have one of these tags. `null` or empty: no customers. Omitted: unchanged.',
  })
  @AreCustomers()
  customerIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Up to 20 tags of sites or customers, see `customerIds`. `null` or empty: no tags. Omitted: unchanged.',
  })
  @IsOptional()
  @AreTags()
  tags?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'For channels: number of messages a week, from 1 to 1,000,000. The owner is warned by email once more are sent in a week. Nothing is held back. `null`: no budget. Omitted: unchanged.',
  })
  @IsOptional()
  @Max(mostBudget, { message: 'Budget must be 1,000,000 messages or less' })
  @Min(1, { message: 'Budget must be at least 1 message' })
  weeklyBudget?: number | null;
}

@InputType({ description: 'A channel for alerts, or an integration made from a template.' })
export class IntegrationInput extends IntegrationFields {
  @Field({
    description: 'Value of `NotificationChannel`. Ignored with a template, whose type is used.',
  })
  @IsNotBlank({ message: 'Type is required' })
  @MaxLength(50, { message: 'Type must be 50 characters or less' })
  type!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of an integration template. `null` adds a channel.',
  })
  @MaxLength(64, { message: 'Integration template not found' })
  templateId?: string | null;
}

/** Omitted fields keep their value. */
export const IntegrationChanges = PartialInput(IntegrationFields, 'IntegrationChanges');
export type IntegrationChanges = Partial<IntegrationFields>;
