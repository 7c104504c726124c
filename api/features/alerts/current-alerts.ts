import { Field, ID, ObjectType } from 'type-graphql';
import { Alert } from './alert.entity.ts';
import { AlertChangeKind } from './alert.enums.ts';

@ObjectType({ description: 'What is wrong now, and where to go on listening from.' })
export class ControllerAlerts {
  @Field(() => ID)
  controllerId!: string;

  @Field(() => [Alert], { description: 'Open alerts, newest first.' })
  alerts!: Alert[];

  @Field()
  siteName!: string;

  @Field({
    description: 'Opaque. Pass it to `alertChanged` as `after`: nothing is missed and nothing comes twice.',
  })
  cursor!: string;
}

@ObjectType({ description: 'Something happened to an alert.' })
export class AlertChange {
  @Field(() => Alert)
  alert!: Alert;

  @Field({ description: 'Opaque. Where to go on from after this change.' })
  cursor!: string;

  @Field(() => AlertChangeKind)
  change!: AlertChangeKind;
}
