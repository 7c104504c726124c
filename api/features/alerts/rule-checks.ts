import type { CustomerContext } from '#api/graphql/context.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { Invalid } from '#api/lib/errors.ts';
import type { AlertRule } from './alert-rule.entity.ts';
import type { AlertRuleChanges } from './alert-rule.input.ts';

/** What is wrong with a rule, as a sentence for each field; undefined where nothing is. It runs in the transaction that saves the rule. */
export type RuleCheck = (
  ctx: CustomerContext,
  rule: AlertRule,
  changes: AlertRuleChanges,
) => Promise<Record<string, string> | undefined>;

export const ruleChecks = new ExtensionPoint<readonly RuleCheck[]>('alert rule checks');

/** @throws Invalid */
export async function obeyChecks(
  ctx: CustomerContext,
  rule: AlertRule,
  changes: AlertRuleChanges,
): Promise<void> {
  for (const check of ruleChecks.value) {
    const wrong = await check(ctx, rule, changes);
    if (wrong) throw new Invalid(wrong);
  }
}
