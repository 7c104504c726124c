import { useFormikContext } from 'formik';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { ContentPart, ContentStateFieldsFragment } from '#web/gql/graphql.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { Form, type FormProps, type Values } from '#web/ui/Form.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import type { Toast } from '#web/ui/toaster.tsx';
import { BesideForm } from './BesideForm.tsx';
import { changedFields } from './changed-fields.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import type { Labels } from './labels.ts';

type Props<V extends Values> = {
  part: ContentPart;
  /** What the server has, as the form shows it. */
  saved: V;
  /** `versionOf(states, part)`, from the same answer of the server as `saved`. */
  version: number;
  rules: FormProps<V>['rules'];
  /** Sends what was changed, and nothing else: a colleague may be changing the rest. Emptied text is ''. */
  save: (changed: Partial<V>, version: number) => Promise<unknown>;
  /** Asks for `saved` and `version` anew. */
  reload: () => Promise<unknown>;
  success: Toast;
  failure: FormProps<V>['failure'];
  labels?: Labels;
  /** What comes of the fields, such as a preview. With it the fields stand on a surface of their own. */
  beside?: ReactNode;
  children: ReactNode;
};

/** The version that a form begins with. */
export const versionOf = (states: readonly ContentStateFieldsFragment[], part: ContentPart): number =>
  states.find((state) => state.part === part)?.version ?? 0;

/**
 * The form of a part that several people may change at once. Where a colleague was quicker nothing that was typed is lost:
 * the form says who it was and offers their change, or to save all the same.
 */
export function ContentForm<V extends Values>(props: Props<V>) {
  const { part, saved, version, rules, save, reload, success, failure, labels } = props;
  const { beside, children } = props;
  const [conflict, setConflict] = useState<{ words: string; since: number }>();
  const began = useRef<Began<V>>(null);
  const known = useRef<number>(undefined);
  const shown = { ...saved, version };
  const send = async ({ version: from, ...values }: Began<V>) => {
    const before = began.current ?? shown;
    const changed = changedFields(before, values);
    // What has been changed since is none of the fields here, such as a picture that was uploaded meanwhile.
    const isSame = Object.keys(changedFields(before, saved)).length === 0;
    try {
      await save(changed as Partial<V>, known.current ?? (isSame ? version : from));
    } catch (error) {
      const { code, sentence } = readServerError(error);
      if (code !== 'CONFLICT') throw error;
      setConflict({ words: sentence ?? 'Changed by somebody else meanwhile.', since: from });
      return false;
    } finally {
      known.current = undefined;
    }
    setConflict(undefined);
    await reload().catch(() => undefined);
    return true;
  };
  const fields = (
    <>
      {children}
      {conflict && (
        <ConflictNotice
          {...conflict}
          {...{ part, labels, reload }}
          onInsist={(newest) => (known.current = newest)}
          onOver={() => setConflict(undefined)}
        />
      )}
      <SaveBar saved={shown} />
    </>
  );
  return (
    <Form<Began<V>>
      initial={shown}
      rules={rules}
      onSubmit={send}
      success={(isSaved) => (isSaved ? success : undefined)}
      failure={failure}
    >
      <Beginning tell={(values: Began<V>) => (began.current = values)} />
      {beside ? <BesideForm beside={beside}>{fields}</BesideForm> : fields}
    </Form>
  );
}

type Began<V> = V & { version: number };

/** What the form began with: what is typed is compared with that, not with what has come since. */
function Beginning<V extends Values>({ tell }: { tell: (values: Began<V>) => void }) {
  const { initialValues } = useFormikContext<Began<V>>();
  // In braces: what `tell` answers is no clean-up.
  useLayoutEffect(() => {
    tell(initialValues);
  });
  return null;
}
