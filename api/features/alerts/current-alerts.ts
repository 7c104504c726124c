import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Alert } from './alert.entity.ts';
import { AlertChangeKind, AlertSeverity } from './alert.enums.ts';

@ObjectType({ description: 'Open alerts of one controller, and the cursor to receive their changes from.' })
export class ControllerAlerts {
  @Field(() => ID, { description: 'ID of the requested controller.' })
  controllerId!: string;

  @Field(() => [Alert], { description: 'Open alerts, newest first.' })
  alerts!: Alert[];

  @Field({
    description:
      'Name of the selected site in UniFi. `Unknown Site` if none is selected: the alerts then come from every site that the API key can see.',
  })
  siteName!: string;

  @Field({
    description: 'Opaque. Pass it to `alertChanged` as `after`: nothing is missed and nothing comes twice.',
  })
  cursor!: string;
}

@ObjectType({ description: 'Number of open alerts on one controller.' })
export class ControllerAlertCount {
  @Field(() => ID, { description: 'ID of a controller with at least one open alert.' })
  controllerId!: string;

  @Field(() => Int, { description: 'Open alerts, acknowledged and snoozed ones included. At least 1.' })
  count!: number;

  @Field(() => AlertSeverity, { description: 'Severity of the worst of them.' })
  severity!: AlertSeverity;
}

@ObjectType({ description: 'Something happened to an alert.' })
export class AlertChange {
  @Field(() => Alert, { description: 'As it is after the change.' })
  alert!: Alert;

  @Field({ description: 'Opaque. Where to go on from after this change.' })
  cursor!: string;

  @Field(() => AlertChangeKind, { description: 'What the change was.' })
  change!: AlertChangeKind;
}
