import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { HalopsaConnection } from './halopsa-connection.entity.ts';

/** A list of a team's HaloPSA as it was last read: clients, sites of a client, categories, priorities … */
@Entity()
@Unique({ properties: ['connection', 'name'] })
export class HalopsaList {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => HalopsaConnection, { deleteRule: 'cascade' })
  connection!: Rel<HalopsaConnection>;

  /** `clients`, `sites:246`, `categories`. */
  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'json' })
  rows!: unknown[];

  /** There are more than were read. */
  @Property({ type: 'boolean', default: false })
  truncated: boolean = false;

  @Property({ type: 'timestamptz' })
  readAt!: Date;
}

/** What a list of HaloPSA offers: a number to send, and a name to show. */
@ObjectType()
abstract class Named {
  @Field(() => Int, { description: 'Its number in HaloPSA.' })
  id!: number;

  @Field({ description: 'As HaloPSA calls it.' })
  name!: string;
}

@ObjectType({ description: 'A client in HaloPSA.' })
export class HalopsaClient extends Named {}

@ObjectType({ description: 'A site of a client in HaloPSA.' })
export class HalopsaSite extends Named {}

@ObjectType({
  description: "A choice for a ticket's category; the name is its path, such as `Hardware>Laptop`.",
})
export class HalopsaCategory extends Named {}

@ObjectType({ description: 'A priority that the tenant has; the list begins with the most urgent.' })
export class HalopsaPriority extends Named {}

@ObjectType({ description: 'A type of tickets that may be opened.' })
export class HalopsaTicketType extends Named {}

@ObjectType({ description: 'A status that a ticket may have.' })
export class HalopsaStatus extends Named {}

@ObjectType({ description: 'What came of trying HaloPSA out.' })
export class HalopsaTest {
  @Field({ description: 'HaloPSA did all that was asked of it.' })
  success!: boolean;

  @Field({ description: 'What was found or opened, or what went wrong and what to do.' })
  message!: string;
}

@ObjectType({ description: 'Result of opening a test ticket in HaloPSA.' })
export class HalopsaTicketTest extends HalopsaTest {
  @Field(() => String, {
    nullable: true,
    description:
      'URL of the ticket that the test opened. Also at the end of `message`. `null` if it opened none.',
  })
  ticketUrl?: string | null;
}
