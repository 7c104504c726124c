import { Field, ID, ObjectType } from 'type-graphql';
import { Alert } from './alert.entity.ts';
import { AlertChangeKind } from './alert.enums.ts';

@ObjectType({ description: 'What is wrong now, and where to go on listening from.' })
export class ControllerAlerts {
  @Field(() => ID, { description: 'The one that was asked about.' })
  controllerId!: string;

  @Field(() => [Alert], { description: 'Open alerts, newest first.' })
  alerts!: Alert[];

  @Field({ description: 'The watched site as UniFi calls it, or `Unknown Site`.' })
  siteName!: string;

  @Field({
    description: 'Opaque. Pass it to `alertChanged` as `after`: nothing is missed and nothing comes twice.',
  })
  cursor!: string;
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
