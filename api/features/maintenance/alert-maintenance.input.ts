import { IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsName } from '#api/graphql/schema/texts.ts';
import { AlertActionResult, AlertSelection } from '../alerts/alert.input.ts';
import { MaintenanceWindow } from './maintenance-window.entity.ts';
import { longest } from './maintenance-window.input.ts';

/** The alerts whose devices are put into maintenance, why, and for how long. */
@ArgsType()
export class BulkMaintenance extends AlertSelection {
  @Field({ description: 'What is done: 1 to 100 characters on one line. It names the window.' })
  @IsName('Reason')
  name!: string;

  @Field(() => Int, { description: 'Duration in minutes, 5 to 10,080 (7 days).' })
  @Min(5, { message: 'Maintenance lasts at least 5 minutes' })
  @Max(longest.once, { message: 'Maintenance lasts at most 7 days' })
  minutes!: number;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether an alert without a device, such as that of a console, covers its whole site. Default: false. Such alerts then stay as they are.',
  })
  @IsOptional()
  wholeSites?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'A window that this has started and that is on: the devices are added to it instead of starting another one. Its name and end stay as they are. For more alerts than one request takes.',
  })
  @IsOptional()
  windowId?: string | null;
}

@ObjectType({ description: 'What starting maintenance did.' })
export class AlertMaintenance {
  @Field(() => MaintenanceWindow, {
    nullable: true,
    description:
      'The window over the devices, and sites if chosen. `null` if no alert was changed, so nothing was added.',
  })
  window!: MaintenanceWindow | null;

  @Field(() => [AlertActionResult], {
    description:
      'What happened to each alert. `unchanged` was in maintenance for at least as long already, and isn’t part of the window.',
  })
  results!: AlertActionResult[];
}
