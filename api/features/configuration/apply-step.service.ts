import type { ViewerContext } from '#api/graphql/context.ts';
import { ProductError, type FieldErrors } from '#api/lib/errors.ts';
import { validateInput } from '#api/graphql/schema/validate.ts';
import type { AlertRule } from '../alerts/alert-rule.entity.ts';
import { AlertRuleInput, RuleScopeInput } from '../alerts/alert-rule.input.ts';
import { createAlertRule, deleteAlertRule, updateAlertRule } from '../alerts/alert-rules.service.ts';
import { IntegrationChanges } from '../integrations/integration.input.ts';
import {
  createIntegration,
  deleteIntegration,
  updateIntegration,
} from '../integrations/integrations.service.ts';
import type { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import { MaintenanceWindowInput } from '../maintenance/maintenance-window.input.ts';
import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  updateMaintenanceWindow,
} from '../maintenance/maintenance.service.ts';
import {
  ConfigurationChangeKind,
  ConfigurationSection,
  isGroup,
  type Group,
  type Value,
} from './configuration.ts';
import {
  itemOfChannel,
  itemOfRule,
  itemOfWindow,
  type SetupNames,
  type SetupItem,
} from './current-setup.store.ts';
import { customerIdOf, type Step, isSame } from './plan.ts';

/** Result of a step: the item as it is now, and the signing secret of a new webhook. */
export interface StepResult {
  item: SetupItem | null;
  signingSecret: string | null;
}

/**
 * Applies one step through the same service as the screens, with its rules, limits and audit entries. A
 * rejected step may leave partial changes, so the caller must roll back its transaction. @throws ProductError
 */
export async function applyStep(ctx: ViewerContext, step: Step, names: SetupNames): Promise<StepResult> {
  // A separate entity manager, because each flush checks all loaded entities. Services start no nested
  // transactions, which for hundreds of steps would take longer than the steps.
  const em = ctx.em.fork({ clear: true, keepTransactionContext: true, disableTransactions: true });
  const own = { ...ctx, em };
  if (step.kind === ConfigurationChangeKind.removed) return remove(own, step);
  return step.section === ConfigurationSection.channels
    ? saveChannel(own, step, names)
    : { item: await save(own, step, names), signingSecret: null };
}

async function remove(ctx: ViewerContext, { section, item }: Step): Promise<StepResult> {
  const removals = {
    rules: deleteAlertRule,
    channels: deleteIntegration,
    maintenanceWindows: deleteMaintenanceWindow,
  };
  await removals[section](ctx, item!.id);
  return { item: null, signingSecret: null };
}

async function save(ctx: ViewerContext, step: Step, names: SetupNames): Promise<SetupItem> {
  return step.section === ConfigurationSection.rules
    ? itemOfRule(await saveRule(ctx, step, names), names)
    : itemOfWindow(await saveWindow(ctx, step, names), names);
}

async function saveRule(ctx: ViewerContext, step: Step, names: SetupNames): Promise<AlertRule> {
  const { scope, exceptions } = step.values;
  const scopes = {
    scope: isGroup(scope) ? scopeInput(scope, names) : null,
    exceptions: Array.isArray(exceptions)
      ? exceptions.filter(isGroup).map((one) => scopeInput(one, names))
      : [],
  };
  const input = Object.assign(new AlertRuleInput(), { ...inputOf(step), ...scopes });
  await validateInput(input, AlertRuleInput as never, {} as never);
  if (!step.item) return createAlertRule(ctx, input);
  // Other features' checks look at given fields only. Unchanged ones were valid when they were saved.
  const before = { ...step.item.values, name: step.item.name };
  const changed = Object.entries(input).filter(([field]) => {
    const inFile = field === 'controllerId' ? 'controller' : field;
    return !isSame(step.values[inFile], before[inFile as keyof typeof before]);
  });
  return updateAlertRule(ctx, step.item.id, Object.fromEntries(changed));
}

async function saveWindow(ctx: ViewerContext, step: Step, names: SetupNames): Promise<MaintenanceWindow> {
  const customerIds = idsOf(step.values['customers'], names);
  const input = Object.assign(new MaintenanceWindowInput(), { ...inputOf(step), customerIds });
  await validateInput(input, MaintenanceWindowInput as never, {} as never);
  return step.item ? updateMaintenanceWindow(ctx, step.item.id, input) : createMaintenanceWindow(ctx, input);
}

/** Unknown customers were reported when the step was planned. */
function scopeInput({ customers, ...lists }: Group, names: SetupNames): RuleScopeInput {
  return Object.assign(new RuleScopeInput(), lists, { customerIds: idsOf(customers, names) });
}

const idsOf = (customers: Value | undefined, names: SetupNames): string[] =>
  Array.isArray(customers) ? customers.flatMap((name) => customerIdOf(String(name), names) ?? []) : [];

function inputOf(step: Step): object {
  const { name, controllerId } = step;
  const { controller: _controller, customers: _customers, ...values } = step.values;
  return { ...values, name, controllerId };
}

async function saveChannel(
  ctx: ViewerContext,
  { name, item, values }: Step,
  names: SetupNames,
): Promise<StepResult> {
  const { isActive, recipients, webhookUrl, events, customers, tags } = values;
  const config = {
    ...(name === 'email' ? { recipients } : webhookUrl && { webhookUrl }),
    ...(name === 'webhook' && { events }),
  };
  const scope = { customerIds: idsOf(customers, names), tags: (tags ?? []) as string[] };
  const input = { isActive: isActive === true, config, ...scope };
  await validateInput(
    Object.assign(new IntegrationChanges(), input),
    IntegrationChanges as never,
    {} as never,
  );
  const saved = await (item
    ? updateIntegration(ctx, item.id, input)
    : createIntegration(ctx, { type: name, ...input }));
  return { item: await itemOfChannel(ctx.em, saved, names), signingSecret: saved.signingSecret ?? null };
}

/** Problems of a rejected step, by field where known. Undefined if the error isn't meant for people. */
export function refusalOf(error: unknown): { field: string | null; message: string }[] | undefined {
  if (!(error instanceof ProductError)) return undefined;
  const fields = Object.entries((error.extensions['fields'] ?? {}) as FieldErrors);
  if (fields.length === 0) return [{ field: null, message: error.message }];
  return fields.map(([field, message]) => ({
    field: field === 'controllerId' ? 'controller' : field.replace(/\..*/, ''),
    message,
  }));
}
