import * as yup from 'yup';
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

export const snoozeRules = yup.object({
  until: untilOf(fieldsFor('snoozeAlerts').minutes, 'Choose a time between 5 minutes and 7 days from now'),
});

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
