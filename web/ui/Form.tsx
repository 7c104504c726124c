import { chakra } from '@chakra-ui/react';
import { Formik, type FormikHelpers, type FormikProps } from 'formik';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { ObjectSchema } from 'yup';
import { wasDeclined } from '#web/lib/identity.ts';
import { failureWords, readServerError } from '#web/lib/server-errors.ts';
import { isSitePage } from '#web/lib/site-page.ts';
import { Notice } from './Notice.tsx';
import { dismissToast, toast, type Toast } from './toaster.tsx';

export type Values = Record<string, unknown>;

/** The values of a submitted form: cast by its rules. Text that was left blank is missing. */
export type Submitted<V, R> = {
  [Name in keyof V]: Name extends keyof R
    ? Exclude<R[Name], Impossible<V[Name]>>
    : Exclude<V[Name] | undefined, Impossible<V[Name]>>;
};

/** Only text can be left blank, and nothing becomes `null` in a form. */
type Impossible<T> =
  (null extends T ? never : null) | ('' extends T ? never : undefined extends T ? never : undefined);

export type FormProps<V extends Values, R extends object, Answer> = {
  initial: V;
  rules: ObjectSchema<R>;
  /** Sends the form. What it throws is shown. */
  onSubmit: (values: Submitted<V, R>) => Promise<Answer>;
  success?: Toast | ((answer: Answer) => Toast | undefined);
  /** Words for a failure, see `failureWords()`. */
  failure: {
    title: string | ((error: unknown) => string);
    fallback?: string;
    check?: string;
    /** The screen's own message for some errors. */
    say?: (error: unknown) => string | undefined;
    /** A fix, shown with the message above the fields. */
    action?: (error: unknown) => ReactNode;
  };
  /** Also shows the failure above the fields, until the next try. */
  alert?: boolean;
  children: ReactNode;
};

/** The server's errors by field, and the values that they are about. */
export type FormStatus = { said: Record<string, string>; about: Values } | undefined;

/** Combines Formik, Yup, a mutation and its toasts. A failure keeps everything that was typed. */
export function Form<V extends Values, R extends object, Answer>({
  children,
  ...props
}: FormProps<V, R, Answer>) {
  const { initial, rules, onSubmit, success, failure } = props;
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<{ title: string; words: string; action?: ReactNode }>();

  const send = async (values: V, helpers: FormikHelpers<V>) => {
    if (problem) dismissToast();
    setProblem(undefined);
    try {
      const answer = await onSubmit(withoutBlanks<Submitted<V, R>>(rules.cast(values)));
      helpers.setStatus(undefined);
      const said = typeof success === 'function' ? success(answer) : success;
      if (said) toast(said);
    } catch (error) {
      if (wasDeclined(error)) return;
      const { fields } = readServerError(error);
      // An error within a field, such as `scope.names`, is shown under the field.
      const known = Object.fromEntries(
        Object.entries(fields).flatMap(([name, sentence]) => {
          const own = name in initial ? name : name.replace(/\..*/, '');
          return own in initial ? [[own, sentence]] : [];
        }),
      );
      helpers.setStatus({ said: known, about: values } satisfies FormStatus);
      if (Object.keys(known).length > 0) return;
      const { say, fallback, check, action } = failure;
      const named = typeof failure.title === 'string' ? failure.title : failure.title(error);
      const { title, description } = failureWords(error, { title: named, fallback, check });
      const words = say?.(error) ?? description;
      setProblem({ title, words, action: action?.(error) });
      toast({ title, description: words, type: 'error' });
    }
  };

  return (
    <Formik
      initialValues={initial}
      validationSchema={rules}
      validateOnBlur={tried}
      validateOnChange={tried}
      onSubmit={send}
    >
      {(formik) => (
        <FormBody formik={formik} onTry={() => setTried(true)}>
          {(props.alert || problem?.action) && problem && (
            <Notice state="critical" title={problem.title}>
              {problem.words} {problem.action}
            </Notice>
          )}
          {children}
        </FormBody>
      )}
    </Formik>
  );
}

function FormBody<V extends Values>(props: {
  formik: FormikProps<V>;
  onTry: () => void;
  children: ReactNode;
}) {
  const { formik, onTry, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const { submitCount, isSubmitting } = formik;
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      wrong?.focus();
      // The error is under the field, perhaps out of view.
      wrong?.closest('[data-scope="field"][data-part="root"]')?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [submitCount, isSubmitting]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onTry();
    formik.handleSubmit(event);
  };
  return (
    <chakra.form
      ref={form}
      noValidate
      // Without scripts, submitting does nothing. Otherwise the input would end up in the address.
      method={isSitePage() ? 'dialog' : undefined}
      onSubmit={submit}
      display="flex"
      flexDirection="column"
      gap={4}
    >
      {isSitePage() && <NeedsScript />}
      {children}
    </chakra.form>
  );
}

const NeedsScript = () => (
  <noscript>
    <Notice state="warning" title="This form needs JavaScript">
      Allow it in your browser, or write to the address under Contact.
    </Notice>
  </noscript>
);

/** Blank text is left out, so that the server never validates ''. */
const withoutBlanks = <Kept extends object>(values: object) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && !(typeof value === 'string' && value.trim() === ''),
    ),
  ) as Kept;
