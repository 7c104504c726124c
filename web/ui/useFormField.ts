import { useField, useFormikContext } from 'formik';
import type { FormStatus } from './Form.tsx';

/** One field of the form around it: its value, its handlers and the sentence under it. */
export function useFormField<T>(name: string) {
  const [field, meta, helpers] = useField<T>(name);
  const { status } = useFormikContext();
  return { field, helpers, error: (meta.touched && meta.error) || serverSentence(status, name, meta.value) };
}

/** The server's sentence stands until its field is changed. */
const serverSentence = (status: FormStatus, name: string, value: unknown): string | undefined =>
  status?.about[name] === value ? status?.said[name] : undefined;
