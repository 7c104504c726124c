import * as yup from 'yup';
import { yupFor } from '#web/lib/yup-for.ts';
import { minutesUntil } from './snooze.ts';

const minutes = yupFor('snoozeAlert').fields.minutes as yup.Schema;

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
        return createError({ message: (error as yup.ValidationError).message });
      }
    }),
});
