import * as yup from 'yup';
import { fieldsFor } from '#web/lib/yup-for.ts';

export type MessageValues = { name?: string; email?: string; subject?: string; message?: string };

const { name, email, subject, message } = fieldsFor('SubmitContactInput');

/** The schema's rules. Each missing field has its own message, and the documented one appears once for all of them. */
export const messageRules = yup.object({
  name: name.required('Name is required'),
  email: email.required('Email is required'),
  subject: subject.required('Subject is required'),
  message: message.required('Message is required'),
});

/** Whether any field of a submitted form is empty. */
export const isIncomplete = (form: HTMLFormElement): boolean => {
  const typed = new FormData(form);
  return Object.keys(messageRules.fields).some((name) => String(typed.get(name) ?? '').trim() === '');
};
