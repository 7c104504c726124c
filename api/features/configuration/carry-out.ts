import type { CustomerContext } from '#api/context.ts';
import { ProductError, type FieldErrors } from '#api/errors.ts';
import { validateInput } from '#api/schema/validate.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { AlertRuleInput } from '../alerts/alert-rule.input.ts';
import { createAlertRule, deleteAlertRule, updateAlertRule } from '../alerts/alert-rules.service.ts';
import { Integration } from '../integrations/integration.entity.ts';
import {
  createIntegration,
  deleteIntegration,
  updateIntegration,
} from '../integrations/integrations.service.ts';
import { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import { MaintenanceWindowInput } from '../maintenance/maintenance-window.input.ts';
import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  updateMaintenanceWindow,
} from '../maintenance/maintenance.service.ts';
import { ConfigurationChangeKind, ConfigurationSection } from './configuration.ts';
import type { ListedSection } from './fields.ts';
import {
  freshFrom,
  thingOfChannel,
  thingOfRule,
  thingOfWindow,
  type ControllerNames,
  type Thing,
} from './present.ts';
import type { Step } from './steps.ts';
import { isSame } from './write-file.ts';

/** What a step came to: the thing as it is now, and the secret of a webhook that it set up. */
export interface Done {
  thing: Thing | null;
  signingSecret: string | null;
}

/**
 * Does one step by the service that does it for the screens, with its rules, limits and audit entries, and reads what came
 * of it. It is undone by itself where it is refused. @throws ProductError
 */
export async function carryOut(ctx: CustomerContext, step: Step, names: ControllerNames): Promise<Done> {
  // What others have loaded is looked through at each change that is written.
  const own = { ...ctx, em: freshFrom(ctx.em) };
  const { id, signingSecret = null } = await (step.kind === ConfigurationChangeKind.removed
    ? remove(own, step)
    : save(own, step));
  const thing =
    step.kind === ConfigurationChangeKind.removed ? null : await thingOf(own, step.section, id, names);
  return { thing, signingSecret };
}

async function remove(ctx: CustomerContext, { section, thing }: Step): Promise<Saved> {
  const removals = {
    rules: deleteAlertRule,
    channels: deleteIntegration,
    maintenanceWindows: deleteMaintenanceWindow,
  };
  return { id: await removals[section](ctx, thing!.id) };
}

interface Saved {
  id: string;
  signingSecret?: string | null;
}

function save(ctx: CustomerContext, step: Step): Promise<Saved> {
  if (step.section === ConfigurationSection.channels) return saveChannel(ctx, step);
  return step.section === ConfigurationSection.rules ? saveRule(ctx, step) : saveWindow(ctx, step);
}

async function saveRule(ctx: CustomerContext, step: Step): Promise<Saved> {
  const input = Object.assign(new AlertRuleInput(), inputOf(step));
  await validateInput(input, AlertRuleInput as never, {} as never);
  if (!step.thing) return createAlertRule(ctx, input);
  // Checks of other features look at what is given: what stays as it is was right when it was saved.
  const before = { ...step.thing.values, name: step.thing.name };
  const changed = Object.entries(input).filter(([field]) => {
    const inFile = field === 'controllerId' ? 'controller' : field;
    return !isSame(step.values[inFile], before[inFile as keyof typeof before]);
  });
  return updateAlertRule(ctx, step.thing.id, Object.fromEntries(changed));
}

async function saveWindow(ctx: CustomerContext, step: Step): Promise<Saved> {
  const input = Object.assign(new MaintenanceWindowInput(), inputOf(step));
  await validateInput(input, MaintenanceWindowInput as never, {} as never);
  return step.thing
    ? updateMaintenanceWindow(ctx, step.thing.id, input)
    : createMaintenanceWindow(ctx, input);
}

/** The fields of the file as the input has them. */
function inputOf({ values: { controller: _controller, ...values }, name, controllerId }: Step): object {
  return { ...values, name, controllerId };
}

async function saveChannel(ctx: CustomerContext, { name, thing, values }: Step): Promise<Saved> {
  const { isActive, recipients, webhookUrl, events } = values;
  const config = {
    ...(name === 'email' ? { recipients } : webhookUrl && { webhookUrl }),
    ...(name === 'webhook' && { events }),
  };
  const input = { isActive: isActive === true, config };
  return thing ? updateIntegration(ctx, thing.id, input) : createIntegration(ctx, { type: name, ...input });
}

async function thingOf(
  { em: caller }: CustomerContext,
  section: ListedSection,
  id: string,
  names: ControllerNames,
): Promise<Thing> {
  const em = freshFrom(caller);
  if (section === ConfigurationSection.channels)
    return thingOfChannel(em, await em.findOneOrFail(Integration, id));
  return section === ConfigurationSection.rules
    ? thingOfRule(await em.findOneOrFail(AlertRule, id), names)
    : thingOfWindow(await em.findOneOrFail(MaintenanceWindow, id), names);
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
