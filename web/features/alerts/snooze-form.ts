import * as yup from 'yup';
import { formatCount } from '#web/lib/format.ts';
import { fieldsFor } from '#web/lib/yup-for.ts';
import { minutesUntil } from './snooze.ts';

/** The server validates minutes, but these forms select a time. */
const untilOf = (minutes: yup.Schema, message?: string) =>
  yup
    .string()
    .required('Choose a date and time')
    .test('minutes', (until, { createError }) => {
      try {
        minutes.validateSync(minutesUntil(new Date(until)));
        return true;
      } catch (error) {
        return yup.ValidationError.isError(error) && createError({ message: message ?? error.message });
      }
    });

const { minutes: snoozed } = fieldsFor('snoozeAlerts');
const { min, max } = minutesAllowed(snoozed);

export const snoozeRules = yup.object({
  until: untilOf(snoozed, `Choose a time between ${spanText(min)} and ${spanText(max)} from now`),
});

/** The limits that the schema states. */
function minutesAllowed(schema: yup.Schema): { min: number; max: number } {
  const { tests } = schema.describe() as yup.SchemaDescription;
  return Object.assign({}, ...tests.map(({ params }) => params)) as { min: number; max: number };
}

/** "5 minutes", "7 days": in the largest unit of which there are whole ones. */
function spanText(minutes: number): string {
  if (minutes % (24 * 60) === 0) return formatCount(minutes / (24 * 60), 'day');
  return minutes % 60 === 0 ? formatCount(minutes / 60, 'hour') : formatCount(minutes, 'minute');
}

/** Until a custom time, instead of a number of minutes. */
export const CUSTOM = 'custom';

/** `length`: minutes, or `CUSTOM` until the local time `until`. */
export type MaintenanceValues = { name: string; length: string; until: string; wholeSites: boolean };

const { name, minutes } = fieldsFor('startAlertMaintenance');

const rules = {
  name,
  length: yup.string().required(),
  until: yup.string().when('length', ([length], until) => (length === CUSTOM ? untilOf(minutes) : until)),
};

export const maintenanceRules = yup.object(rules);

/** For alerts that all have no device, so that nothing but their sites can be covered. */
export const wholeSiteRules = yup.object({
  ...rules,
  wholeSites: yup
    .boolean()
    .oneOf([true], 'Maintenance covers devices or whole sites. Select this to cover the whole site.'),
});
