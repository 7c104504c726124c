import type {
  AlertCondition,
  AlertRuleFieldsFragment,
  AlertRuleInput,
  AlertSeverity,
  NotificationChannel,
} from '#web/gql/graphql.ts';

export type Rule = AlertRuleFieldsFragment;

/** What stands in the form while it is filled in. */
export type RuleValues = {
  name: string;
  condition: AlertCondition | '';
  /** 'all' is every controller. */
  controllerId: string;
  /** Blank is every watched site. */
  siteId: string;
  threshold: string;
  /** Minutes; blank while it is being typed. */
  duration: number | '';
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

/** The form's value of the controller field for every controller, as documented. */
export const ALL_CONTROLLERS = 'all';
/** Minutes, as documented: where nothing else is given, and what the field falls back to. */
const DURATION = 5;

/** Conditions that are held against a threshold: the hint under the field, and on which side of it trouble is. */
const thresholds: Partial<Record<AlertCondition, { hint: string; trouble: '<' | '>' }>> = {
  high_cpu: { hint: 'CPU percentage such as 80%', trouble: '>' },
  high_memory: { hint: 'Memory percentage such as 85%', trouble: '>' },
  low_disk: { hint: 'Disk space percentage such as 10%', trouble: '<' },
  high_bandwidth: { hint: 'Bandwidth such as 100MB or 1GB', trouble: '>' },
};

/** What to type as the threshold; nothing for a condition that has none. */
export const thresholdHint = (condition: AlertCondition | ''): string | undefined =>
  condition === '' ? undefined : thresholds[condition]?.hint;

/** "> 80%", or "< 10%" where too little is the trouble; the usual one where the rule names none. */
export function thresholdWords(
  { condition, threshold }: Pick<Rule, 'condition' | 'threshold'>,
  usual?: string,
): string | undefined {
  const limit = threshold || usual;
  const side = thresholds[condition]?.trouble;
  return limit && side ? `${side} ${limit}` : undefined;
}

/** The number that was typed, or the default where it is not one. */
export const durationOf = (typed: unknown): number => {
  const minutes = Math.trunc(Number(typed));
  return typed === '' || typed == null || Number.isNaN(minutes) ? DURATION : minutes;
};

/** An empty form, or that of a rule. */
export function toValues(rule?: Rule): RuleValues {
  return {
    name: rule?.name ?? '',
    condition: rule?.condition ?? '',
    controllerId: rule?.controllerId ?? ALL_CONTROLLERS,
    siteId: rule?.siteId ?? '',
    threshold: rule?.threshold ?? '',
    duration: rule?.duration ?? DURATION,
    channels: [...(rule?.channels ?? [])],
    isActive: rule?.isActive ?? true,
    ...ticketOf(rule ?? {}),
  };
}

/** What of a rule, or of its form, is about tickets; the documented defaults where nothing else is given. */
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

/** What is sent. Fields that do not apply are null, so that editing clears what was there before. */
export function toInput(values: Partial<RuleValues>): AlertRuleInput {
  const { name = '', condition, controllerId = ALL_CONTROLLERS, siteId, threshold } = values;
  if (!condition) throw new Error('A rule is sent only with its condition');
  const everywhere = controllerId === ALL_CONTROLLERS;
  return {
    name,
    condition,
    controllerId: everywhere ? null : controllerId,
    siteId: everywhere ? null : siteId || null,
    threshold: (thresholdHint(condition) && threshold?.trim()) || null,
    duration: durationOf(values.duration),
    channels: values.channels ?? [],
    isActive: values.isActive ?? true,
    ...ticketOf(values),
  };
}
