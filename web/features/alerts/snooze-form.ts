import * as yup from 'yup';
import { fieldsFor } from '#web/lib/yup-for.ts';
import { minutesUntil } from './snooze.ts';

const { minutes } = fieldsFor('snoozeAlerts');

/** The server validates minutes, but this form selects a time. */
export const snoozeRules = yup.object({
  until: yup
    .string()
    .required('Choose a date and time')
    .test('minutes', (until, { createError }) => {
      try {
        minutes.validateSync(minutesUntil(new Date(until)));
        return true;
      } catch (error) {
        return yup.ValidationError.isError(error) && createError({ message: error.message });
      }
    }),
});
