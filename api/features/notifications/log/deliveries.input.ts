import { IsEnum, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { Delivery, DeliveryKind, DeliveryStatus } from '../delivery.entity.ts';

/** Default page size. */
const usualPage = 50;
const largestPage = 100;

/** Filters of a delivery list. */
@ArgsType()
export class DeliveriesArgs {
  @Field(() => ID, { nullable: true, description: 'ID of the channel. `null` includes all channels.' })
  integrationId?: string | null;

  @Field(() => ID, { nullable: true, description: 'ID of the alert. `null` includes all alerts.' })
  alertId?: string | null;

  @Field(() => DeliveryStatus, {
    nullable: true,
    description: 'Status to filter by. `null` includes all statuses.',
  })
  @IsOptional()
  @IsEnum(DeliveryStatus, { message: "`status` isn't a valid delivery status" })
  status?: DeliveryStatus | null;

  @Field(() => DeliveryKind, {
    nullable: true,
    description: 'Kind of news to filter by. `null` includes all kinds.',
  })
  @IsOptional()
  @IsEnum(DeliveryKind, { message: "`kind` isn't a valid delivery kind" })
  kind?: DeliveryKind | null;

  @Field(() => Int, { defaultValue: usualPage, description: `Page size, at most ${largestPage}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(largestPage, { message: `\`first\` must be ${largestPage} or less` })
  first: number = usualPage;

  @Field(() => ID, {
    nullable: true,
    description: '`nextCursor` of the previous page. `null` starts with the newest delivery.',
  })
  after?: string | null;
}

@ObjectType({ description: 'A page of deliveries, newest first.' })
export class DeliveryPage {
  @Field(() => [Delivery], { description: 'Deliveries on this page, at most `first`.' })
  nodes!: Delivery[];

  @Field(() => ID, { nullable: true, description: 'Cursor of the next page. `null` on the last page.' })
  nextCursor!: string | null;
}

@ObjectType({ description: 'Result of a test message.' })
export class ChannelTest {
  @Field({ description: 'Whether the service accepted the message.' })
  success!: boolean;

  @Field({ description: "The service's response, as a sentence." })
  message!: string;
}

@ObjectType({ description: 'Result of a rule test.' })
export class RuleTest {
  @Field({
    description:
      'Every channel of the rule took the example. Also `true` if it has none that is set up; see `notified`.',
  })
  success!: boolean;

  @Field({ description: 'Whether the example was sent anywhere: at least one channel or ticket took it.' })
  notified!: boolean;

  @Field({ description: 'What each channel answered, in sentences.' })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'URL of the HaloPSA ticket that the test opened. Also at the end of a line in `message`. `null` if it opened none.',
  })
  ticketUrl?: string | null;
}
