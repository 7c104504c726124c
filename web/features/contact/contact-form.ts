import type * as yup from 'yup';
import { yupFor } from '#web/lib/yup-for.ts';

export type MessageValues = { name?: string; email?: string; subject?: string; message?: string };

const fields = { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' };

const rules = yupFor('SubmitContactInput').pick(['name', 'email', 'subject', 'message']);

/** The schema's rules. Each missing field has its own message, and the documented one appears once for all of them. */
export const messageRules = rules.shape(
  Object.fromEntries(
    Object.entries(fields).map(([name, label]) => [
      name,
      (rules.fields[name as keyof typeof fields] as yup.StringSchema).required(`${label} is required`),
    ]),
  ),
);

/** Whether any field of a submitted form is empty. */
export const isIncomplete = (form: HTMLFormElement): boolean => {
  const typed = new FormData(form);
  return Object.keys(fields).some((name) => String(typed.get(name) ?? '').trim() === '');
};
