import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Membership } from '../../teams/membership.entity.ts';
import { AlertGrouping, AlertOrder, SavableAlertFilter } from '../open-alerts.input.ts';

export enum AlertLevel {
  critical = 'critical',
  warning = 'warning',
  info = 'info',
}
registerEnumType(AlertLevel, {
  name: 'AlertLevel',
  description: 'Severities that Current Alerts shows together.',
  valuesConfig: {
    critical: { description: 'Critical alerts and errors.' },
    warning: { description: 'Alerts of severity warning.' },
    info: { description: 'Alerts of severity info.' },
  },
});

/** The same fields as in the address of Current Alerts. Input and output are one class, so that a view reads as it was saved. */
@InputType('AlertViewFiltersInput', {
  description: 'Filters of a saved view. Every given one must hold. `null` or omitted doesn’t filter.',
})
@ObjectType('AlertViewFilters', {
  description: 'Filters of a saved view. Every one that isn’t `null` must hold.',
})
export class AlertViewFilters extends SavableAlertFilter {
  @Field(() => AlertLevel, { nullable: true, description: 'Only alerts of these severities.' })
  level?: AlertLevel | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether sites without a customer are included too, or with no `customerIds`, only those.',
  })
  unassigned?: boolean | null;
}

export enum MissingFilterKind {
  customer = 'customer',
  site = 'site',
  controller = 'controller',
}
registerEnumType(MissingFilterKind, {
  name: 'MissingFilterKind',
  description: 'What a filter of a saved view refers to.',
  valuesConfig: {
    customer: { description: 'A customer, one of `customerIds`.' },
    site: { description: 'A site, by `siteId`.' },
    controller: { description: 'A controller, by `controllerId`.' },
  },
});

@ObjectType({ description: 'Something that a saved view filters by and that no longer exists.' })
export class MissingFilter {
  @Field(() => MissingFilterKind, { description: 'Whether it was a customer, a site or a controller.' })
  kind!: MissingFilterKind;

  @Field(() => String, {
    description: 'ID by which the filters still name it. That of a site is its `hostId`.',
  })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name when the view was saved. `null` if it isn’t known.',
  })
  name!: string | null;
}

/** Filters, grouping and order of Current Alerts that one person saved in one team. It goes with their membership. */
@ObjectType({ description: 'Filters, grouping and order of Current Alerts that you saved under a name.' })
@Entity()
@Index({
  name: 'alert_view_name_once_per_person',
  expression:
    'create unique index "alert_view_name_once_per_person" on "alert_view" ("membership_id", lower("name"))',
})
export class AlertView {
  @Field(() => ID, { description: 'UUID, for `updateAlertView` and `deleteAlertView`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Membership, { deleteRule: 'cascade' })
  membership!: Rel<Membership>;

  @Field({ description: 'Name, unique among your views in this team, ignoring case.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => AlertViewFilters, { description: 'Which open alerts it shows.' })
  @Property({ type: 'json' })
  filters!: AlertViewFilters;

  /** Names of what the filters refer to, by reference, so that a view can say what no longer exists. */
  @Property({ type: 'json', default: '{}' })
  names: Record<string, string> = {};

  @Field(() => AlertOrder, { description: 'Order of the alerts.' })
  @Enum({ items: () => AlertOrder, default: AlertOrder.worst })
  order: AlertOrder = AlertOrder.worst;

  @Field(() => AlertGrouping, { nullable: true, description: 'How they are grouped. `null` for one list.' })
  @Enum({ items: () => AlertGrouping, nullable: true })
  by?: AlertGrouping | null;

  @Field({ description: 'Whether Current Alerts opens with it. At most one of your views does.' })
  @Property({ type: 'boolean', default: false })
  isDefault: boolean = false;

  @Field(() => GraphQLISODateTime, { description: 'When it was first saved.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
