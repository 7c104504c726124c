import { yupFor } from '#web/lib/yup-for.ts';

export const noteRules = yupFor('acknowledgeByLink').pick(['note']);
export const snoozeRules = yupFor('snoozeByLink').pick(['minutes']);

/** For how long nobody is told again; values are minutes. */
export const snoozeChoices = [
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '480', label: '8 hours' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '7 days' },
] as const;
