import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsName } from '#api/graphql/schema/texts.ts';
import { AlertSeverity, AlertType } from '../alerts/alert.enums.ts';
import { WallLink } from './wall-link.entity.ts';

@InputType({ description: 'A link for a screen.' })
export class WallLinkInput {
  @Field({ description: 'Where the screen is, such as `Office TV`. 1 to 100 characters on one line.' })
  @IsName('Name')
  name!: string;
}

@ObjectType({ description: 'A new link for a screen, and its address.' })
export class NewWallLink {
  @Field({
    description: 'Address to open on the screen. Anyone who has it sees the wall. It’s returned only here.',
  })
  url!: string;

  @Field(() => WallLink, { description: 'The link, as `wallLinks` returns it.' })
  link!: WallLink;
}

@ObjectType({ description: 'An open alert on a wall.' })
export class WallAlert {
  @Field(() => AlertType, { description: 'What it is about.' })
  type!: AlertType;

  @Field(() => AlertSeverity, { description: 'Current severity.' })
  severity!: AlertSeverity;

  @Field(() => String, { nullable: true, description: 'Name of the device. `null` if unknown.' })
  deviceName!: string | null;

  @Field({ description: 'Name of the site.' })
  siteName!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the condition was first seen to hold.' })
  since!: Date;

  @Field({ description: 'Its current state is unknown, because it can’t be measured.' })
  isUnknown!: boolean;

  @Field({ description: 'It isn’t in the state `new`, as `OpenAlertState` describes it.' })
  isHandled!: boolean;

  @Field({ description: 'Whether someone has acknowledged the alert.' })
  isAcknowledged!: boolean;

  @Field({ description: 'Whether an active maintenance window covers the alert.' })
  isInMaintenance!: boolean;
}

@ObjectType({ description: 'A customer, or a site without one, that has open alerts.' })
export class WallGroup {
  @Field(() => ID, { description: 'ID of the customer, or `hostId` of the site. Names can be the same.' })
  key!: string;

  @Field({ description: 'Name of the customer or site.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Color of the customer. `null` for a site.' })
  color!: string | null;

  @Field(() => Int, { description: 'Number of its open alerts.' })
  alertCount!: number;

  @Field(() => Int, {
    description: 'Number of its open alerts in the state `new`, as `OpenAlertState` describes it.',
  })
  newCount!: number;

  @Field(() => AlertSeverity, {
    nullable: true,
    description: 'Highest severity of its new alerts. `null` if none is new.',
  })
  worstNew!: AlertSeverity | null;

  @Field(() => Int, { description: 'Number of its monitored sites.' })
  siteCount!: number;

  @Field(() => Int, { description: 'Number of its sites with open alerts.' })
  sitesInTrouble!: number;

  @Field(() => Int, { description: 'Number of its sites whose state is unknown.' })
  sitesUnknown!: number;

  @Field(() => [WallAlert], { description: 'Up to eight of its worst alerts.' })
  alerts!: WallAlert[];
}

@ObjectType({ description: 'What a wall shows.' })
export class Wall {
  @Field({ description: 'Name of the team.' })
  teamName!: string;

  @Field({ description: 'Monitoring is paused, because the subscription of the team has ended.' })
  isPaused!: boolean;

  @Field(() => [WallGroup], { description: 'Up to 30 customers or sites with open alerts, worst first.' })
  trouble!: WallGroup[];

  @Field(() => Int, { description: 'Number of customers and sites with open alerts.' })
  troubleCount!: number;

  @Field(() => Int, { description: 'Number of open alerts.' })
  alertCount!: number;

  @Field(() => Int, { description: 'Number of open alerts in the state `new`.' })
  newCount!: number;

  @Field(() => Int, {
    description:
      'Number of open alerts covered by an active maintenance window, including acknowledged and snoozed ones.',
  })
  inMaintenanceCount!: number;

  @Field(() => Int, {
    description: 'Number of customers and sites without open alerts whose state is known.',
  })
  quietCount!: number;

  @Field(() => Int, { description: 'Number of customers and sites without open alerts that can’t be read.' })
  unknownCount!: number;

  @Field(() => Int, { description: 'Number of controllers that haven’t been read on time.' })
  lateControllers!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Oldest of the latest readings of the controllers. `null` before the first.',
  })
  oldestReading!: Date | null;
}
