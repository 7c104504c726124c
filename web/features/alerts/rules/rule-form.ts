import type {
  AlertCondition,
  AlertRuleChanges,
  AlertRuleFieldsFragment,
  AlertRuleInput,
  AlertSeverity,
  NotificationChannel,
} from '#web/gql/graphql.ts';
import { type Exception, type ScopeLists, scopeListsOf, scopeInput } from './scope-form.ts';

export type Rule = AlertRuleFieldsFragment;

/** Values of the rule form. */
export type RuleValues = {
  name: string;
  condition: AlertCondition | '';
  /** 'all' is every controller. */
  controllerId: string;
  /** Blank means every monitored site. */
  siteId: string;
  scope: ScopeLists;
  exceptions: readonly Exception[];
  threshold: string;
  /** Minutes; blank while it is being typed. */
  duration: number | '';
  /** Devices behind a failed one become part of its alert. */
  fold: boolean;
  channels: NotificationChannel[];
  isActive: boolean;
  haloEnabled: boolean;
  haloSeverityLevels: AlertSeverity[];
  haloClientId: number | null;
  haloClientName: string | null;
  haloSiteId: number | null;
  haloSiteName: string | null;
  /** 1 Low to 5 Critical. */
  haloPriority: number;
  haloCategory: number;
  haloCategoryName: string | null;
};

/** Value of the controller field that means every controller, as documented. */
export const ALL_CONTROLLERS = 'all';
/** Documented default duration, in minutes. */
const DURATION = 5;

/** Conditions with a threshold: the hint under the field, and whether values above or below it raise an alert. */
const thresholds: Partial<Record<AlertCondition, { hint: string; trouble?: '<' | '>' }>> = {
  high_cpu: { hint: 'CPU percentage such as 80%', trouble: '>' },
  high_memory: { hint: 'Memory percentage such as 85%', trouble: '>' },
  low_disk: { hint: 'Disk space percentage such as 10%', trouble: '<' },
  high_bandwidth: { hint: 'Bandwidth such as 100MB or 1GB', trouble: '>' },
  wan_packet_loss: { hint: 'Percentage of lost packets such as 5%', trouble: '>' },
  wan_latency: { hint: 'Milliseconds such as 150ms', trouble: '>' },
  isp_outage: { hint: 'Number of sites such as 3' },
};

/** Hint for the threshold field. Undefined for conditions without a threshold. */
export const thresholdHint = (condition: AlertCondition | ''): string | undefined =>
  condition === '' ? undefined : thresholds[condition]?.hint;

/** What such a rule's alerts can be part of, for the switch that groups them. Undefined if they have no common cause. */
export const foldWords = (condition: AlertCondition | ''): { label: string; help: string } | undefined => {
  if (condition === 'device_offline' || condition === 'port_down')
    return {
      label: 'Group devices behind a failed one',
      help: 'When a switch fails, you get one alert that lists the devices behind it. With a rule about provider outages, consoles that lost their only line are listed in its alert. Off: each device raises its own.',
    };
  if (condition === 'wan_down' || condition === 'wan_failover')
    return {
      label: 'Group lines of a failed provider',
      help: 'When a provider fails, and a rule about provider outages covers it, you get one alert that lists the sites. Off: each line raises its own.',
    };
  return undefined;
};

/** "> 80%", "< 10%" for conditions about too little, or "at 3 or more sites". Uses the default if the rule has no threshold. */
export function thresholdWords(
  { condition, threshold }: Pick<Rule, 'condition' | 'threshold'>,
  usual?: string,
): string | undefined {
  const limit = threshold || usual;
  if (condition === 'isp_outage') return limit && `at ${limit.replace(/\D/g, '')} or more sites`;
  const side = thresholds[condition]?.trouble;
  return limit && side ? `${side} ${limit}` : undefined;
}

/** The typed number, or the default if it isn't a number. */
export const durationOf = (typed: unknown): number => {
  const minutes = Math.trunc(Number(typed));
  return typed === '' || typed == null || Number.isNaN(minutes) ? DURATION : minutes;
};

/** Form values of a new rule or of an existing one. */
export function toValues(rule?: Rule): RuleValues {
  return {
    name: rule?.name ?? '',
    condition: rule?.condition ?? '',
    controllerId: rule?.controllerId ?? ALL_CONTROLLERS,
    siteId: rule?.siteId ?? '',
    scope: rule ? scopeListsOf(rule.scope) : [],
    exceptions: (rule?.exceptions ?? []).map((one, key) => ({ key, lists: scopeListsOf(one) })),
    threshold: rule?.threshold ?? '',
    duration: rule?.duration ?? DURATION,
    fold: rule?.fold ?? true,
    channels: [...(rule?.channels ?? [])],
    isActive: rule?.isActive ?? true,
    ...ticketOf(rule ?? {}),
  };
}

/** The ticket fields of a rule or its form, with the documented defaults. */
const ticketOf = (given: Partial<RuleValues | Rule>) => ({
  haloEnabled: given.haloEnabled ?? false,
  haloSeverityLevels: [...(given.haloSeverityLevels ?? ['critical' as const])],
  haloClientId: given.haloClientId ?? null,
  haloClientName: given.haloClientName ?? null,
  haloSiteId: given.haloSiteId ?? null,
  haloSiteName: given.haloSiteName ?? null,
  haloPriority: given.haloPriority ?? 2,
  haloCategory: given.haloCategory ?? 1,
  haloCategoryName: given.haloCategoryName ?? null,
});

/** What decides where the rule looks, and for what. */
export function placeInput(values: Partial<RuleValues>) {
  const { condition, controllerId = ALL_CONTROLLERS, siteId, scope = [], exceptions = [] } = values;
  const everywhere = controllerId === ALL_CONTROLLERS;
  return {
    ...(condition && { condition }),
    controllerId: everywhere ? null : controllerId,
    siteId: everywhere ? null : siteId || null,
    scope: scopeInput(scope),
    exceptions: exceptions.map(({ lists }) => scopeInput(lists)),
  } satisfies AlertRuleChanges;
}

/** The mutation's input. Fields that don't apply are null, so that editing clears their stored values. */
export function toInput(values: Partial<RuleValues>): AlertRuleInput {
  const { name = '', condition, threshold } = values;
  if (!condition) throw new Error('A rule needs a condition before it can be saved');
  return {
    name,
    ...placeInput(values),
    condition,
    threshold: (thresholdHint(condition) && threshold?.trim()) || null,
    duration: durationOf(values.duration),
    fold: values.fold ?? true,
    channels: values.channels ?? [],
    isActive: values.isActive ?? true,
    ...ticketOf(values),
  };
}
