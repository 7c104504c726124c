import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';

export enum LineState {
  up = 'up',
  down = 'down',
  unknown = 'unknown',
}
registerEnumType(LineState, {
  name: 'LineState',
  description: 'State of an internet line at the latest poll.',
  valuesConfig: {
    up: { description: 'It works.' },
    down: { description: 'It is down.' },
    unknown: { description: 'UniFi reports no state, e.g. because the console is offline.' },
  },
});

export enum AddressFamilies {
  ipv4 = 'ipv4',
  ipv6 = 'ipv6',
  dual = 'dual',
}
registerEnumType(AddressFamilies, {
  name: 'AddressFamily',
  description: 'Which addresses an internet line has.',
  valuesConfig: {
    ipv4: { description: 'IPv4 only.' },
    ipv6: { description: 'IPv6 only.' },
    dual: { description: 'IPv4 and IPv6.' },
  },
});

@ObjectType({ description: 'An outage of an internet provider that a line is or was part of.' })
export class ProviderOutage {
  @Field(() => ID, {
    nullable: true,
    description: 'UUID of the alert about it. `null` once that was deleted.',
  })
  alertId!: string | null;

  @Field({ description: 'Name of the provider, or number of its autonomous system, such as `AS7922`.' })
  provider!: string;

  @Field(() => Int, { description: 'How many of your sites are affected, or the most that were.' })
  siteCount!: number;
}

@ObjectType({ description: 'The outage of its provider that an internet line is part of.' })
export class OngoingProviderOutage extends ProviderOutage {
  @Field(() => GraphQLISODateTime, { description: 'When the line or its console failed.' })
  since!: Date;
}

@ObjectType({ description: 'A time in which an internet line was down, as measured or inferred.' })
export class LineOutage {
  @Field(() => GraphQLISODateTime, { description: 'When it began.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it ended. `null`: ongoing.' })
  until!: Date | null;

  @Field(() => Int, { description: 'Its length in seconds, until now if it is ongoing.' })
  seconds!: number;

  @Field(() => ProviderOutage, {
    nullable: true,
    description:
      'The outage from which it was inferred: the console was unreachable at the same time, so the line was not measured. `null` if it was measured.',
  })
  inferredFrom!: ProviderOutage | null;
}

@ObjectType({ description: 'How available an internet line was in a month.' })
export class LineMonth {
  @Field({ description: 'The month, such as `2026-11`, in the time zone of your team.' })
  month!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the line was first known, if that was within the month. `null`: before the month.',
  })
  knownSince!: Date | null;

  @Field(() => Int, { description: 'Seconds in which it was known to be up or down.' })
  measuredSeconds!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Seconds up ÷ seconds up or down, 0 to 100. Unknown time is not counted. `null` if all of it is unknown.',
  })
  availabilityPercent!: number | null;

  @Field(() => Int, { description: 'Seconds in which it was known to be down.' })
  downSeconds!: number;

  @Field(() => Int, {
    description:
      'Seconds in which its state was unknown, since it was first known. Includes the time in which its console was offline.',
  })
  unknownSeconds!: number;

  @Field(() => Int, {
    description:
      'Part of `unknownSeconds`: its console was unreachable while lines of its provider were down at other sites. Not counted as down.',
  })
  inferredSeconds!: number;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the availability is at least the promised one. `null` if either is not known.',
  })
  isPromiseKept!: boolean | null;
}

@ObjectType({ description: 'An internet line of a site.' })
export class InternetLine {
  @Field(() => ID, { description: 'UUID, for `promiseLineAvailability` and `lineEvidenceCsv`.' })
  id!: string;

  @Field({ description: '`WAN` or `WAN2`.' })
  line!: string;

  @Field(() => String, { nullable: true, description: 'Internet provider. `null` if UniFi reports none.' })
  provider!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Number of the provider's autonomous system, such as `7922`. `null` until the line is measured.",
  })
  asn!: number | null;

  @Field(() => AddressFamilies, {
    nullable: true,
    description: 'Its addresses. `null` if UniFi reports none.',
  })
  addressFamily!: AddressFamilies | null;

  @Field(() => LineState, { description: 'State at the latest poll.' })
  state!: LineState;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when the state has been the same. `null` if UniFi has never listed the line.',
  })
  stateSince!: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it usually waits for another line to fail. `null` if that has not been seen yet.',
  })
  isStandby!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it carries traffic, as last reported. `null` if UniFi reports no roles.',
  })
  isActive!: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Availability that the provider promises, in percent. `null` if none was entered.',
  })
  promisedPercent!: number | null;

  @Field(() => OngoingProviderOutage, {
    nullable: true,
    description: 'The outage of its provider that it is part of. `null` if there is none.',
  })
  providerOutage!: OngoingProviderOutage | null;

  @Field(() => [LineOutage], {
    description: 'Measured and inferred outages of the last 90 days, newest first, up to 100.',
  })
  outages!: LineOutage[];

  @Field({ description: 'IANA name of the time zone whose calendar `months` follow: that of your team.' })
  timeZone!: string;

  @Field(() => [LineMonth], {
    description: 'This month and the twelve before it, newest first, as far as it was known.',
  })
  months!: LineMonth[];
}
