import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';

/** Where tickets go in HaloPSA, as a controller and a rule have it. Names are kept for the time when it does not answer. */
@ObjectType()
@Entity({ abstract: true })
export abstract class TicketPlace {
  @Field(() => Int, { nullable: true })
  @Property({ type: 'integer', nullable: true })
  haloClientId?: number | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  haloClientName?: string | null;

  @Field(() => Int, { nullable: true })
  @Property({ type: 'integer', nullable: true })
  haloSiteId?: number | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  haloSiteName?: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  haloCategoryName?: string | null;
}
