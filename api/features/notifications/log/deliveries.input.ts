import { IsEnum, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { Delivery, DeliveryKind, DeliveryStatus } from '../delivery.entity.ts';

/** Deliveries on one page unless told. */
const usualPage = 50;
const largestPage = 100;

/** Which deliveries. */
@ArgsType()
export class DeliveriesArgs {
  @Field(() => ID, { nullable: true, description: 'Of one channel.' })
  integrationId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of one alert.' })
  alertId?: string | null;

  @Field(() => DeliveryStatus, { nullable: true, description: 'Only those that stand so. Null: all.' })
  @IsOptional()
  @IsEnum(DeliveryStatus, { message: 'Choose one of the statuses' })
  status?: DeliveryStatus | null;

  @Field(() => DeliveryKind, { nullable: true, description: 'Those that told this kind of news.' })
  @IsOptional()
  @IsEnum(DeliveryKind, { message: 'Choose one of the kinds' })
  kind?: DeliveryKind | null;

  @Field(() => Int, { defaultValue: usualPage, description: `At most ${largestPage}.` })
  @Min(1, { message: 'Ask for at least one delivery' })
  @Max(largestPage, { message: `Ask for at most ${largestPage} deliveries at once` })
  first: number = usualPage;

  @Field(() => ID, { nullable: true, description: 'Those that come after: the `nextCursor` of a page.' })
  after?: string | null;
}

@ObjectType({ description: 'Some of the deliveries, newest first.' })
export class DeliveryPage {
  @Field(() => [Delivery], { description: 'At most as many as were asked for.' })
  nodes!: Delivery[];

  @Field(() => ID, { nullable: true, description: 'Where the next page begins; null on the last.' })
  nextCursor!: string | null;
}

@ObjectType({ description: 'What came of a test message.' })
export class ChannelTest {
  @Field({ description: 'The service took the message.' })
  success!: boolean;

  @Field({ description: 'What the service answered, in a sentence.' })
  message!: string;
}
