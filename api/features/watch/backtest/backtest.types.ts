import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AlertSeverity, AlertType } from '../../alerts/alert.enums.ts';
import { RuleBacktestStatus } from './backtest.entity.ts';

export enum BacktestGapKind {
  unread = 'unread',
  unmonitored = 'unmonitored',
  unmeasured = 'unmeasured',
}
registerEnumType(BacktestGapKind, {
  name: 'BacktestGapKind',
  description: 'Why nothing is known about a period.',
  valuesConfig: {
    unread: { description: "UniFi couldn't be read." },
    unmonitored: { description: 'Monitoring was off.' },
    unmeasured: { description: 'UniFi measured none of the internet lines.' },
  },
});

export enum BacktestLimitCode {
  clients_not_stored = 'clients_not_stored',
  states_not_stored = 'states_not_stored',
  lines_not_stored = 'lines_not_stored',
  lines_not_measured = 'lines_not_measured',
  no_lines = 'no_lines',
  reported_late = 'reported_late',
  not_measured = 'not_measured',
  no_history = 'no_history',
  retention = 'retention',
}
registerEnumType(BacktestLimitCode, {
  name: 'BacktestLimitCode',
  description: "What a backtest couldn't evaluate.",
  valuesConfig: {
    clients_not_stored: {
      description: "When clients were connected isn't stored, so nothing was evaluated.",
    },
    states_not_stored: {
      description:
        'Until `until`, only outages that past alerts prove are known. Other changes were not stored.',
    },
    lines_not_stored: {
      description: 'Until `until`, nothing is known of the internet lines. `null`: for the whole period.',
    },
    lines_not_measured: { description: 'UniFi never measured `deviceCount` of the internet lines.' },
    no_lines: { description: 'UniFi reports no internet line in use at these sites.' },
    reported_late: {
      description:
        'UniFi reports measurements about ten minutes after they begin. When each arrived isn’t stored, so times may differ by some minutes.',
    },
    not_measured: { description: 'The value was never measured on `deviceCount` of the devices.' },
    no_history: { description: 'There are no measurements until `until`, or none at all.' },
    retention: { description: "Your package's history begins at `until`." },
  },
});

@ObjectType({ description: 'Alerts of one day.' })
export class BacktestDay {
  @Field({ description: 'The day in your time zone, e.g. `2026-11-28`.' })
  day!: string;

  @Field(() => Int, { description: 'Number of alerts that the rule would have raised.' })
  raised!: number;

  @Field(() => Int, { description: 'How many of them you already had, from any rule.' })
  had!: number;
}

@ObjectType({ description: 'A device or console with many alerts.' })
export class BacktestDevice {
  @Field({ description: 'Name of the device or console, of the internet line (`WAN`), or of the provider.' })
  deviceName!: string;

  @Field(() => String, {
    nullable: true,
    description: '12 upper-case hex digits. `null` unless it is a device.',
  })
  deviceMac!: string | null;

  @Field({ description: 'Name of its site.' })
  siteName!: string;

  @Field(() => Int, { description: 'Number of alerts about it.' })
  alerts!: number;

  @Field(() => Int, { description: 'Minutes that they lasted in total.' })
  minutes!: number;
}

@ObjectType({ description: 'What one rule would have done.' })
export class BacktestRun {
  @Field(() => String, {
    nullable: true,
    description: 'Its threshold, e.g. `90%`. `null` if its condition has none.',
  })
  threshold!: string | null;

  @Field(() => Int, { description: 'Its duration in minutes.' })
  duration!: number;

  @Field(() => Int, { description: 'Number of alerts that it would have raised.' })
  total!: number;

  @Field(() => Int, { description: 'How many of them you already had, from any rule.' })
  had!: number;

  @Field(() => Int, { description: 'Minutes that they lasted in total.' })
  minutes!: number;

  @Field(() => [BacktestDay], { description: 'Each day of the period, in order.' })
  days!: BacktestDay[];

  @Field(() => [BacktestDevice], { description: 'Up to 10 devices with the most alerts.' })
  devices!: BacktestDevice[];

  @Field(() => Int, { description: 'How many of its alerts are listed: up to 5,000 that lasted longest.' })
  listed!: number;
}

@ObjectType({ description: 'A period in which nothing is known.' })
export class BacktestGap {
  @Field(() => GraphQLISODateTime, { description: 'When it begins.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it ends.' })
  until!: Date;

  @Field(() => BacktestGapKind, { description: 'Why nothing is known.' })
  kind!: BacktestGapKind;
}

@ObjectType({ description: "Something that couldn't be evaluated." })
export class BacktestLimit {
  @Field(() => BacktestLimitCode, { description: 'What it is.' })
  code!: BacktestLimitCode;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of devices or internet lines. `null` if it concerns all of them.',
  })
  deviceCount!: number | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Until when. `null` if it concerns the whole period.',
  })
  until!: Date | null;
}

@ObjectType({ description: 'Number of alerts with one duration.' })
export class BacktestDuration {
  @Field(() => Int, { description: 'Duration in minutes.' })
  minutes!: number;

  @Field(() => Int, { description: 'How often the condition held for that long.' })
  alerts!: number;
}

@ObjectType({ description: 'Number of alerts with one threshold.' })
export class BacktestThreshold {
  @Field({ description: 'The threshold, e.g. `90%`.' })
  threshold!: string;

  @Field(() => Int, { description: "How often a value stayed beyond it for the rule's duration." })
  alerts!: number;
}

@ObjectType({ description: 'A change that would make a rule quieter.' })
export class BacktestSuggestion {
  @Field(() => String, {
    nullable: true,
    description: "The threshold to use, e.g. `93%`. `null`: the condition's default, or it has none.",
  })
  threshold!: string | null;

  @Field(() => Int, { description: 'The duration to use, in minutes.' })
  duration!: number;

  @Field(() => Int, { description: 'Number of alerts that the rule would have raised as it is.' })
  before!: number;

  @Field(() => Int, { description: 'Number of alerts with this change.' })
  after!: number;

  @Field(() => Int, {
    description:
      'Number of outages without any alert after this change. An outage is an alert of 15 minutes or more, or one that someone acknowledged.',
  })
  missed!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      "Number of messages that were sent about alerts of the saved rule which this change would not have raised. Summaries of many alerts don't count. `null` for a new rule.",
  })
  fewerMessages!: number | null;
}

@ObjectType({ description: 'What rules would have done in the past.' })
export class BacktestResult {
  @Field(() => GraphQLISODateTime, { description: 'Start of the period.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'End of the period.' })
  until!: Date;

  @Field(() => Int, { description: 'Number of sites that the draft covers.' })
  siteCount!: number;

  @Field(() => Int, {
    description: 'Number of devices at these sites that were evaluated. 0 for rules about internet lines.',
  })
  deviceCount!: number;

  @Field(() => Int, {
    description: 'Number of internet lines that were evaluated. 0 for rules about anything else.',
  })
  lineCount!: number;

  @Field(() => [BacktestRun], { description: 'The draft, and then the saved rule if it was compared.' })
  runs!: BacktestRun[];

  @Field(() => BacktestSuggestion, {
    nullable: true,
    description:
      'What the draft would have changed about the saved rule. `null` unless they were compared, and have the same condition.',
  })
  effect!: BacktestSuggestion | null;

  @Field(() => [BacktestGap], { description: 'Periods in which nothing is known, up to 200.' })
  gaps!: BacktestGap[];

  @Field(() => [BacktestLimit], { description: "What couldn't be evaluated." })
  limits!: BacktestLimit[];

  @Field(() => [BacktestDuration], {
    description:
      'Number of problems by duration, from 0 to 60 minutes. Each counts once, even if it would be folded or flapping.',
  })
  durations!: BacktestDuration[];

  @Field(() => [BacktestThreshold], {
    description: 'Number of problems by threshold, mildest first. Empty if the condition has no threshold.',
  })
  thresholds!: BacktestThreshold[];

  @Field(() => [BacktestSuggestion], { description: 'Changes that would make the draft quieter, up to two.' })
  suggestions!: BacktestSuggestion[];
}

@ObjectType('RuleBacktest', { description: "A rule's run over the past." })
export class ShownBacktest {
  @Field(() => ID, { description: 'ID of the backtest.' })
  id!: string;

  @Field(() => RuleBacktestStatus, { description: 'Whether it has a result yet.' })
  status!: RuleBacktestStatus;

  @Field(() => Float, { description: 'How much of it is done, from 0 to 1.' })
  progress!: number;

  @Field(() => BacktestResult, { nullable: true, description: '`null` until it is done.' })
  result!: BacktestResult | null;
}

@ObjectType({ description: 'An alert that a rule would have raised.' })
export class BacktestAlert {
  @Field(() => AlertType, { description: 'Type of the problem.' })
  type!: AlertType;

  @Field(() => AlertSeverity, { description: 'Severity at the end.' })
  severity!: AlertSeverity;

  @Field({ description: 'Name of the device or console, of the internet line (`WAN`), or of the provider.' })
  deviceName!: string;

  @Field(() => String, {
    nullable: true,
    description: '12 upper-case hex digits. `null` unless it is a device.',
  })
  deviceMac!: string | null;

  @Field({ description: 'Name of its site.' })
  siteName!: string;

  @Field(() => Int, { nullable: true, description: 'Port number. `null` unless it is about a port.' })
  port!: number | null;

  @Field(() => GraphQLISODateTime, { description: 'When the problem began.' })
  since!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When the alert would have been raised.' })
  raisedAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it would have ended. `null` if it would still be open.',
  })
  until!: Date | null;

  @Field(() => Int, { description: 'How often it would have been raised. More than 1 if it came and went.' })
  raises!: number;

  @Field(() => Int, { description: 'The most devices that would have been down behind it at once.' })
  affected!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'The most sites that it would have affected at once. `null` unless it is about a provider.',
  })
  siteCount!: number | null;

  @Field({ description: 'Whether you had an alert about the same problem, from any rule.' })
  had!: boolean;
}
