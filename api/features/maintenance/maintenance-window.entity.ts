import { ArrayType, OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Controller } from '../controllers/controller.entity.ts';
import { Team } from '../teams/team.entity.ts';

export enum MaintenanceRepeat {
  once = 'once',
  weekly = 'weekly',
}
registerEnumType(MaintenanceRepeat, {
  name: 'MaintenanceRepeat',
  description: 'Whether a window comes again.',
  valuesConfig: {
    once: { description: 'From `startsAt`, for so many minutes, and never again.' },
    weekly: { description: 'At the same local time on each of `weekdays`, until `lastDay`.' },
  },
});

/** A time in which alerts are recorded but nobody is told of them. */
@ObjectType({ description: 'A time in which alerts are recorded but nobody is told of them.' })
@Entity()
export class MaintenanceWindow {
  [OptionalProps]?: 'controllerId';

  @Field(() => ID, { description: 'A UUID; `updateMaintenanceWindow` and `endMaintenanceWindow` take it.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'What is done then; it stands in the alerts that begin during it.' })
  @Property({ type: 'text' })
  name!: string;

  @Index()
  @ManyToOne(() => Controller, { nullable: true, deleteRule: 'cascade' })
  controller?: Rel<Controller> | null;

  @Field(() => ID, { nullable: true, description: 'Where nobody is told. Null: all controllers.' })
  get controllerId(): string | null {
    return this.controller?.id ?? null;
  }

  @Field(() => String, { nullable: true, description: 'A hostId. Null: every site of the controller.' })
  @Property({ type: 'text', nullable: true })
  siteId?: string | null;

  @Field(() => String, { nullable: true, description: 'What the site is called; null for every site.' })
  @Property({ type: 'text', nullable: true })
  siteName?: string | null;

  @Field(() => String, { nullable: true, description: '12 upper-case hex digits. Null: every device.' })
  @Property({ type: 'text', nullable: true })
  deviceMac?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'As the device was called when it was chosen; null for every device.',
  })
  @Property({ type: 'text', nullable: true })
  deviceName?: string | null;

  @Field(() => MaintenanceRepeat, { description: 'Whether it comes again.' })
  @Enum({ items: () => MaintenanceRepeat, default: MaintenanceRepeat.once })
  repeats: MaintenanceRepeat = MaintenanceRepeat.once;

  @Field({ description: 'IANA name, such as `Europe/London`: what local times are in.' })
  @Property({ type: 'text', default: 'UTC' })
  timeZone: string = 'UTC';

  @Field({ description: 'Local date and time `2026-11-20T22:00` of the (first) beginning.' })
  @Property({ type: 'text' })
  startsAt!: string;

  @Field(() => Int, { description: 'Minutes from its beginning to its end.' })
  @Property({ type: 'integer' })
  minutes!: number;

  @Field(() => [Int], {
    description: 'Days of a weekly window: 1 Monday to 7 Sunday. Empty for one that is once.',
  })
  // PostgreSQL's arrays come as text.
  @Property({ type: new ArrayType(Number), columnType: 'integer[]', defaultRaw: "'{}'" })
  weekdays: number[] = [];

  @Field(() => String, {
    nullable: true,
    description: 'Local date after which a weekly window ends for good; null: never, or it is once.',
  })
  @Property({ type: 'text', nullable: true })
  lastDay?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'When somebody last ended it before its time; null where nobody has. A weekly window goes on the next time.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  endedAt?: Date | null;

  @Field(() => String, { nullable: true, description: 'Who made it, by name; null where that is not known.' })
  @Property({ type: 'text', nullable: true })
  createdBy?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
