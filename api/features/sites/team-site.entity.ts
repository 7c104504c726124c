import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Controller } from '../controllers/controller.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Team } from '../teams/team.entity.ts';

/** What a team says about a site. It outlasts the controller, so that a site that is connected again keeps its customer. */
@ObjectType({
  description: 'A site of your team, whichever controller monitors it, with its customer and tags.',
})
@Entity()
@Unique({ properties: ['team', 'hostId'] })
export class TeamSite {
  @Field(() => ID, { description: 'UUID, for `assignSites` and `tagSites`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'ID of the console, the `siteId` of alerts.' })
  @Property({ type: 'text' })
  hostId!: string;

  @Field({ description: 'Name of the console in UniFi.' })
  @Property({ type: 'text' })
  name!: string;

  /** The first controller that listed it. `null` once that controller is deleted, until another one lists it. */
  @Index()
  @ManyToOne(() => Controller, { nullable: true, deleteRule: 'set null' })
  controller?: Rel<Controller> | null;

  @Index()
  @ManyToOne(() => Customer, { nullable: true, deleteRule: 'set null' })
  customer?: Rel<Customer> | null;

  /** The bulk assignment that gave it its customer, so that it can be undone until someone assigns the site again. */
  @Property({ type: 'uuid', nullable: true })
  assignmentId?: string | null;

  /** Its customer before that assignment. */
  @Index()
  @ManyToOne(() => Customer, { nullable: true, deleteRule: 'set null' })
  formerCustomer?: Rel<Customer> | null;

  @Field(() => [String], {
    description: 'Its own tags, in lower case. Doesn’t include its customer’s tags. See `allTags`.',
  })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  tags: string[] = [];

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
