import { Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import { TeamMember } from '../members/team-member.ts';

/** The latest closed alerts that are searched. Older ones are found with `alertHistory`. */
export const searchedAlerts = 5_000;

@ArgsType()
export class SearchArgs {
  @Field(() => String, {
    description: 'One or more words. A result contains all of them; capitals and accents do not matter.',
  })
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  text!: string;

  @Field(() => Int, { defaultValue: 6, description: 'Maximum number of results of each kind, 1 to 50.' })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(50, { message: '`first` must be 50 or less' })
  first!: number;
}

@ObjectType({ description: 'A device that matches a search, with the controller it belongs to.' })
export class DeviceMatch {
  @Field(() => Device, { description: 'The device in its last known state.' })
  device!: Device;

  @Field(() => ID, { description: 'ID of the controller that lists the device.' })
  controllerId!: string;

  @Field({ description: 'Name of that controller.' })
  controllerName!: string;
}

@ObjectType({
  description: "The parts of your team's data that match a search. All lists are empty for a blank search.",
})
export class SearchResults {
  @Field(() => [Controller], { description: 'Controllers by name or site, the ones with problems first.' })
  controllers!: Controller[];

  @Field(() => [DeviceMatch], {
    description:
      'Devices by name, model or MAC address. Names that begin with the search come first, then devices with problems.',
  })
  devices!: DeviceMatch[];

  @Field(() => [Alert], {
    description: `Alerts by device, site, rule or what is wrong: open ones first, then the latest. Covers all open alerts and the latest ${searchedAlerts.toLocaleString('en')} alerts.`,
  })
  alerts!: Alert[];

  @Field(() => [AlertRule], { description: 'Alert rules by name, oldest first.' })
  alertRules!: AlertRule[];

  @Field(() => [TeamMember], { description: 'Members of your team by name or email.' })
  members!: TeamMember[];
}
