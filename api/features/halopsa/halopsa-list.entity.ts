import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { HalopsaConnection } from './halopsa-connection.entity.ts';

/** Cached list from a team's HaloPSA: clients, sites of a client, categories, priorities and so on. */
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

  /** Whether the list was too long to read completely. */
  @Property({ type: 'boolean', default: false })
  truncated: boolean = false;

  @Property({ type: 'timestamptz' })
  readAt!: Date;
}

/** An option in a HaloPSA list: its ID and its name. */
@ObjectType()
abstract class Named {
  @Field(() => Int, { description: 'ID in HaloPSA.' })
  id!: number;

  @Field({ description: 'Name in HaloPSA.' })
  name!: string;
}

@ObjectType({ description: 'A client in HaloPSA.' })
export class HalopsaClient extends Named {}

@ObjectType({ description: 'A site of a client in HaloPSA.' })
export class HalopsaSite extends Named {}

@ObjectType({
  description: "An option for a ticket's category. `name` is its path, e.g. `Hardware>Laptop`.",
})
export class HalopsaCategory extends Named {}

@ObjectType({ description: "One of the tenant's priorities." })
export class HalopsaPriority extends Named {}

@ObjectType({ description: 'A ticket type that can be used.' })
export class HalopsaTicketType extends Named {}

@ObjectType({ description: 'A ticket status.' })
export class HalopsaStatus extends Named {}

@ObjectType({ description: 'Result of testing HaloPSA.' })
export class HalopsaTest {
  @Field({ description: 'Whether HaloPSA did everything that was requested.' })
  success!: boolean;

  @Field({ description: 'What was found or created, or what went wrong and what to do.' })
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
