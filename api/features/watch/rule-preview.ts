import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DeviceRole, DeviceState } from '../controllers/device.entity.ts';
import { Customer } from '../customers/customer.entity.ts';

@ObjectType({ description: 'A device that a rule would cover.' })
export class CoveredDevice {
  @Field(() => ID, { description: 'ID of the device, for `after`.' })
  id!: string;

  @Field(() => ID, { description: 'The controller that lists it, one of your `controllers`.' })
  controllerId!: string;

  @Field({ description: 'Device name in UniFi.' })
  name!: string;

  @Field({ description: '12 upper-case hex digits. Empty if UniFi lists it without a MAC address.' })
  mac!: string;

  @Field(() => String, { nullable: true, description: 'Model. `null` if UniFi reports none.' })
  model!: string | null;

  @Field(() => DeviceRole, { description: 'What it does in its network.' })
  role!: DeviceRole;

  @Field(() => DeviceState, { description: 'State at the latest reading.' })
  state!: DeviceState;

  @Field({ description: 'Name of its site.' })
  siteName!: string;
}

@ObjectType({ description: 'How many devices of one type a rule would cover.' })
export class CoveredRole {
  @Field(() => DeviceRole, { description: 'Type of the devices.' })
  role!: DeviceRole;

  @Field(() => Int, { description: 'Number of devices, at least 1.' })
  deviceCount!: number;
}

@ObjectType({ description: 'How much of one customer a rule would cover.' })
export class CoveredCustomer {
  @Field(() => Customer, { nullable: true, description: '`null` for sites without a customer.' })
  customer!: Customer | null;

  @Field(() => Int, { description: 'Number of sites, at least 1.' })
  siteCount!: number;

  @Field(() => Int, { description: 'Number of devices.' })
  deviceCount!: number;
}

@ObjectType({
  description: 'What a rule would cover now, decided like a poll does, from what the latest polls saw.',
})
export class RulePreview {
  @Field(() => String, {
    nullable: true,
    description: 'What its scope and exceptions cover, in words. `null` if it has none.',
  })
  covers!: string | null;

  @Field(() => Int, { description: 'Number of sites that it would cover.' })
  siteCount!: number;

  @Field(() => Int, { description: 'Number of devices that it would cover.' })
  deviceCount!: number;

  @Field(() => [CoveredRole], { description: 'The same devices by type.' })
  roles!: CoveredRole[];

  @Field(() => [CoveredCustomer], { description: 'The same by customer: up to 10 with the most devices.' })
  customers!: CoveredCustomer[];

  @Field(() => Int, { description: 'Number of customers covered, sites without a customer not counted.' })
  customerCount!: number;

  @Field(() => [Int], {
    description:
      'Number of devices that each exception leaves out, in order. A device that several match counts for the first.',
  })
  leftOut!: number[];

  @Field(() => Int, {
    description: 'Number of devices that the models leave out because UniFi reports no model for them.',
  })
  withoutModel!: number;

  @Field(() => Int, {
    description:
      "Number of devices in scope that aren't monitored, because they exceed your package's limits.",
  })
  unmonitored!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of these devices for which the condition holds now. `null` if only the next poll can tell, because the latest values are not stored with the devices.',
  })
  troubled!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of these sites whose console is offline. `null` if the rule does not report consoles.',
  })
  offlineSites!: number | null;

  @Field(() => [CoveredDevice], { description: 'Page of the devices, by site and name.' })
  devices!: CoveredDevice[];
}
