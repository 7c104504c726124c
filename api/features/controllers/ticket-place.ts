import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';

/** Where tickets go in HaloPSA, as a controller and a rule have it. Names are kept for the time when it does not answer. */
@ObjectType()
@Entity({ abstract: true })
export abstract class TicketPlace {
  @Field(() => Int, {
    nullable: true,
    description: 'Client in HaloPSA that its tickets are for. Null: none is chosen here.',
  })
  @Property({ type: 'integer', nullable: true })
  haloClientId?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What the client was called when it was chosen, for the time when HaloPSA does not answer; null where none was.',
  })
  @Property({ type: 'text', nullable: true })
  haloClientName?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Site of that client in HaloPSA. Null: none is chosen here.',
  })
  @Property({ type: 'integer', nullable: true })
  haloSiteId?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'What that site was called when it was chosen; null where none was.',
  })
  @Property({ type: 'text', nullable: true })
  haloSiteName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Path of the category when it was chosen, such as `Hardware>Laptop`; null where none was.',
  })
  @Property({ type: 'text', nullable: true })
  haloCategoryName?: string | null;
}
