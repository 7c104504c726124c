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
  description: 'Whether a window repeats.',
  valuesConfig: {
    once: { description: 'Once, starting at `startsAt`.' },
    weekly: { description: 'At the same local time on each of `weekdays`, until `lastDay`.' },
  },
});

@ObjectType({ description: 'A device, or a whole site, that a maintenance window applies to.' })
export class MaintenancePlace {
  @Field({ description: '`hostId` of the site.' })
  siteId!: string;

  @Field({ description: 'Name of the site when the window was added.' })
  siteName!: string;

  @Field(() => String, {
    nullable: true,
    description: '12 upper-case hex digits of the device. `null` means the whole site.',
  })
  deviceMac!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the device when the window was added. `null` for a whole site, or if unknown.',
  })
  deviceName!: string | null;

  /** Since when it is covered, as ISO 8601, if it was added to a window that was on already. */
  since?: string;
}

/** A period in which alerts are recorded without notifying anyone. */
@ObjectType({ description: 'A period in which alerts are recorded without notifications.' })
@Entity()
export class MaintenanceWindow {
  [OptionalProps]?: 'controllerId' | 'customerIds' | 'tags' | 'places';

  @Field(() => ID, { description: 'UUID, for `updateMaintenanceWindow` and `endMaintenanceWindow`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'Name, shown in the alerts that it suppresses.' })
  @Property({ type: 'text' })
  name!: string;

  @Index()
  @ManyToOne(() => Controller, { nullable: true, deleteRule: 'cascade' })
  controller?: Rel<Controller> | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the controller it applies to. `null` applies to all controllers, within `places`.',
  })
  get controllerId(): string | null {
    return this.controller?.id ?? null;
  }

  @Field(() => String, {
    nullable: true,
    description: '`hostId` of a site. `null` means every site of the controller.',
  })
  @Property({ type: 'text', nullable: true })
  siteId?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the site. `null` for every site.' })
  @Property({ type: 'text', nullable: true })
  siteName?: string | null;

  @Field(() => String, { nullable: true, description: '12 upper-case hex digits. Null: every device.' })
  @Property({ type: 'text', nullable: true })
  deviceMac?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the device when it was chosen. `null` for every device.',
  })
  @Property({ type: 'text', nullable: true })
  deviceName?: string | null;

  @Field(() => [ID], {
    description: 'IDs of the customers whose sites it applies to, besides those of `tags`. See `limitedTo`.',
  })
  @Property({ type: new ArrayType(), columnType: 'uuid[]', defaultRaw: "'{}'" })
  customerIds: string[] = [];

  @Field(() => [String], {
    description: 'Tags of the sites it applies to, besides those of `customerIds`.',
  })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  tags: string[] = [];

  @Field(() => [MaintenancePlace], {
    description:
      'Devices and sites that it is limited to, on any controller. Empty: not limited. Set by `startAlertMaintenance`.',
  })
  @Property({ type: 'json', default: '[]' })
  places: MaintenancePlace[] = [];

  @Field(() => MaintenanceRepeat, { description: 'Whether it repeats.' })
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
    description: 'Days of a weekly window, from 1 (Monday) to 7 (Sunday). Empty for a one-off window.',
  })
  // PostgreSQL returns arrays as text.
  @Property({ type: new ArrayType(Number), columnType: 'integer[]', defaultRaw: "'{}'" })
  weekdays: number[] = [];

  @Field(() => String, {
    nullable: true,
    description:
      "Local date of the last occurrence of a weekly window. `null` if it doesn't end, or for a one-off window.",
  })
  @Property({ type: 'text', nullable: true })
  lastDay?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      "When it was last ended early. `null` if it wasn't. A weekly window continues with its next occurrence.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  endedAt?: Date | null;

  /** When its times, its scope or the sites in its scope last changed. What it covered before is in `PlannedWork`. */
  @Property({ type: 'timestamptz', nullable: true })
  changedAt?: Date | null;

  /** When it next begins or ends, which lists of alerts show. `null` if it won't. */
  @Index()
  @Property({ type: 'timestamptz', nullable: true })
  startsOrEndsAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person who created it. `null` if unknown.',
  })
  @Property({ type: 'text', nullable: true })
  createdBy?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'Creation time.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
