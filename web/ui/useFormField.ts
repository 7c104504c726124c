import { useField, useFormikContext } from 'formik';
import type { FormStatus } from './Form.tsx';

/** A field of the surrounding form: its value, handlers and error. */
export function useFormField<T>(name: string) {
  const [field, meta, helpers] = useField<T>(name);
  const { status } = useFormikContext();
  return { field, helpers, error: (meta.touched && meta.error) || serverSentence(status, name, meta.value) };
}

/** The server's error stays until the field changes. */
const serverSentence = (status: FormStatus, name: string, value: unknown): string | undefined =>
  status?.about[name] === value ? status?.said[name] : undefined;
