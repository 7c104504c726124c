import type { RuleKeptQuery } from '#web/gql/graphql.ts';
import { thresholdWords, type Rule } from './rule-form.ts';
import { channelWords, conditionWords, durationWords } from './words.ts';

export type KeptRule = NonNullable<RuleKeptQuery['alertRuleThen']>;

/** A rule that was, as names and values. */
export function wordsOfRule(
  ruleName: string,
  kept: KeptRule,
  controllerName: string | undefined,
): [name: string, words: string][] {
  const limit = thresholdWords(kept);
  return [
    ['Rule', ruleName],
    [
      'Looks for',
      [conditionWords[kept.condition], limit && `${limit}${kept.isUsualThreshold ? ' (the usual)' : ''}`]
        .filter(Boolean)
        .join(' '),
    ],
    ['Held', kept.duration > 0 ? durationWords(kept.duration) : 'not at all: raised at once'],
    ['Where', whereWords(kept, controllerName)],
    ['Tells', kept.channels.map((channel) => channelWords[channel]).join(', ') || 'nobody: only recorded'],
  ];
}

function whereWords(
  { controllerId, siteId }: KeptRule,
  controllerName = 'a controller that is gone',
): string {
  if (controllerId == null) return 'all controllers';
  return siteId == null ? controllerName : `one site of ${controllerName}`;
}

/** Whether a rule of today looks for the same, in the same places, and tells it by the same ways. */
export function isTheSame(kept: KeptRule, rule: Rule): boolean {
  const { condition, threshold, isUsualThreshold, duration, controllerId, siteId, channels } = kept;
  return (
    condition === rule.condition &&
    (isUsualThreshold ? !rule.threshold : (threshold ?? null) === (rule.threshold ?? null)) &&
    duration === rule.duration &&
    controllerId === rule.controllerId &&
    siteId === rule.siteId &&
    [...channels].sort().join() === [...rule.channels].sort().join()
  );
}
