import type { CustomerContext } from '#api/graphql/context.ts';
import { ProductError, type FieldErrors } from '#api/lib/errors.ts';
import { validateInput } from '#api/graphql/schema/validate.ts';
import type { AlertRule } from '../alerts/alert-rule.entity.ts';
import { AlertRuleInput } from '../alerts/alert-rule.input.ts';
import { createAlertRule, deleteAlertRule, updateAlertRule } from '../alerts/alert-rules.service.ts';
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
import { ConfigurationChangeKind, ConfigurationSection } from './configuration.ts';
import {
  itemOfChannel,
  itemOfRule,
  itemOfWindow,
  type ControllerNames,
  type SetupItem,
} from './current-setup.store.ts';
import { type Step, isSame } from './plan.ts';

/** What a step came to: the thing as it is now, and the secret of a webhook that it set up. */
export interface StepResult {
  item: SetupItem | null;
  signingSecret: string | null;
}

/**
 * Does one step by the service that does it for the screens, with its rules, limits and audit entries, and reads what came
 * of it. One that was refused may have left something behind: the caller's transaction is to be undone then.
 * @throws ProductError
 */
export async function applyStep(
  ctx: CustomerContext,
  step: Step,
  names: ControllerNames,
): Promise<StepResult> {
  // Its own, since all that is loaded is looked through at each change that is written. Services begin no transactions
  // within the caller's: for hundreds of steps that would take longer than the steps.
  const em = ctx.em.fork({ clear: true, keepTransactionContext: true, disableTransactions: true });
  const own = { ...ctx, em };
  if (step.kind === ConfigurationChangeKind.removed) return remove(own, step);
  return step.section === ConfigurationSection.channels
    ? saveChannel(own, step)
    : { item: await save(own, step, names), signingSecret: null };
}

async function remove(ctx: CustomerContext, { section, item }: Step): Promise<StepResult> {
  const removals = {
    rules: deleteAlertRule,
    channels: deleteIntegration,
    maintenanceWindows: deleteMaintenanceWindow,
  };
  await removals[section](ctx, item!.id);
  return { item: null, signingSecret: null };
}

async function save(ctx: CustomerContext, step: Step, names: ControllerNames): Promise<SetupItem> {
  return step.section === ConfigurationSection.rules
    ? itemOfRule(await saveRule(ctx, step), names)
    : itemOfWindow(await saveWindow(ctx, step), names);
}

async function saveRule(ctx: CustomerContext, step: Step): Promise<AlertRule> {
  const input = Object.assign(new AlertRuleInput(), inputOf(step));
  await validateInput(input, AlertRuleInput as never, {} as never);
  if (!step.item) return createAlertRule(ctx, input);
  // Checks of other features look at what is given: what stays as it is was right when it was saved.
  const before = { ...step.item.values, name: step.item.name };
  const changed = Object.entries(input).filter(([field]) => {
    const inFile = field === 'controllerId' ? 'controller' : field;
    return !isSame(step.values[inFile], before[inFile as keyof typeof before]);
  });
  return updateAlertRule(ctx, step.item.id, Object.fromEntries(changed));
}

async function saveWindow(ctx: CustomerContext, step: Step): Promise<MaintenanceWindow> {
  const input = Object.assign(new MaintenanceWindowInput(), inputOf(step));
  await validateInput(input, MaintenanceWindowInput as never, {} as never);
  return step.item ? updateMaintenanceWindow(ctx, step.item.id, input) : createMaintenanceWindow(ctx, input);
}

/** The fields of the file as the input has them. */
function inputOf({ values: { controller: _controller, ...values }, name, controllerId }: Step): object {
  return { ...values, name, controllerId };
}

async function saveChannel(ctx: CustomerContext, { name, item, values }: Step): Promise<StepResult> {
  const { isActive, recipients, webhookUrl, events } = values;
  const config = {
    ...(name === 'email' ? { recipients } : webhookUrl && { webhookUrl }),
    ...(name === 'webhook' && { events }),
  };
  const input = { isActive: isActive === true, config };
  const saved = await (item
    ? updateIntegration(ctx, item.id, input)
    : createIntegration(ctx, { type: name, ...input }));
  return { item: await itemOfChannel(ctx.em, saved), signingSecret: saved.signingSecret ?? null };
}

/** What was refused, by field of the file where it is about one; undefined for what is not meant for people. */
export function refusalOf(error: unknown): { field: string | null; message: string }[] | undefined {
  if (!(error instanceof ProductError)) return undefined;
  const fields = Object.entries((error.extensions['fields'] ?? {}) as FieldErrors);
  if (fields.length === 0) return [{ field: null, message: error.message }];
  return fields.map(([field, message]) => ({
    field: field === 'controllerId' ? 'controller' : field,
    message,
  }));
}
