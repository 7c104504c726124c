import { useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ContentPart, ContentStateFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { readServerError, sentenceOf } from '#web/lib/server-errors.ts';
import { Form, type FormProps, type Submitted, type Values } from '#web/ui/Form.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { toast, type Toast } from '#web/ui/toaster.tsx';
import { Card } from '#web/ui/Card.tsx';
import { HistoryRow, Revisions, RevisionFields } from './HistoryRow.tsx';
import type { Labels } from './differences.ts';

/** Include this in a form's query, so that the content and its version match. */
export const ContentStateFields = graphql(`
  fragment ContentStateFields on ContentState {
    part
    version
  }
`);

type Props<V extends Values, R extends object> = {
  part: ContentPart;
  /** The saved values. */
  saved: V;
  /** `versionOf(states, part)`, from the same response as `saved`. */
  version: number;
  rules: FormProps<V, R, unknown>['rules'];
  /** Sends only the changed fields, because someone else may be changing the rest. Cleared text is ''. */
  save: (changed: Partial<Submitted<Began<V>, R>>, version: number) => Promise<unknown>;
  /** Refetches `saved` and `version`. */
  reload: () => Promise<unknown>;
  success: Toast;
  failure: FormProps<V, R, unknown>['failure'];
  labels?: Labels;
  /** A preview beside the fields. With it, the fields are on their own surface. */
  beside?: ReactNode;
  children: ReactNode;
};

/** The version that a form starts with. */
export const versionOf = (states: readonly ContentStateFieldsFragment[], part: ContentPart): number =>
  states.find((state) => state.part === part)?.version ?? 0;

/**
 * A form for content that several people may edit. If someone else saved first, nothing typed is lost: the form shows
 * their change and offers to use it or to save anyway.
 */
export function ContentForm<V extends Values, R extends object>(props: Props<V, R>) {
  const { part, saved, version, rules, save, reload, success, failure, labels } = props;
  const { beside, children } = props;
  const [conflict, setConflict] = useState<{ words: string; since: number }>();
  const began = useRef<Began<V>>(null);
  const known = useRef<number>(undefined);
  const shown = { ...saved, version };
  const send = async (values: Submitted<Began<V>, R>) => {
    const before = began.current ?? shown;
    const from = before.version;
    // The change was outside of this form's fields, such as an uploaded image.
    const isSame = Object.keys(changedFields(before, saved)).length === 0;
    try {
      await save(changedFields(before, values), known.current ?? (isSame ? version : from));
    } catch (error) {
      const { code, sentence } = readServerError(error);
      if (code !== 'CONFLICT') throw error;
      setConflict({ words: sentence ?? 'This changed while you were editing.', since: from });
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
    <Form
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

/** The values that the form started with, to find what was changed here. */
function Beginning<V extends Values>({ tell }: { tell: (values: Began<V>) => void }) {
  const { initialValues } = useFormikContext<Began<V>>();
  useLayoutEffect(() => {
    tell(initialValues);
  });
  return null;
}

/** The form, with the preview beside or below it. */
const BesideForm = ({ beside, children }: { beside: ReactNode; children: ReactNode }) => (
  <chakra.div
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 25rem) minmax(0, 1fr)' }}
    gap={6}
    alignItems="start"
  >
    <Panel>{children}</Panel>
    <chakra.div position={{ lg: 'sticky' }} top={{ lg: 20 }} minW={0}>
      {beside}
    </chakra.div>
  </chakra.div>
);

/** The form's surface. */
const Panel = ({ children }: { children: ReactNode }) => (
  <Card
    display="flex"
    flexDirection="column"
    gap={4}
    px={{ base: 4, md: 6 }}
    pt={{ base: 4, md: 6 }}
    pb={3}
    // Keeps the focused field clear of the save bar.
    css={{ '& :is(input, select, textarea)': { scrollMarginBottom: '5.5rem' } }}
  >
    {children}
  </Card>
);

type ConflictNoticeProps = {
  part: ContentPart;
  labels?: Labels;
  /** The server's: "Changed by Ada Archer 2 minutes ago. …" */
  words: string;
  /** The version that the form started with. */
  since: number;
  reload: () => Promise<unknown>;
  /** The latest version, which saving would overwrite. */
  onInsist: (newest: number) => void;
  onOver: () => void;
};

/** The conflict notice in a form. Keeps what was typed until the person decides. */
function ConflictNotice({ part, labels, words, since, reload, onInsist, onOver }: ConflictNoticeProps) {
  const { dirty, isSubmitting, resetForm, submitForm } = useFormikContext();
  const { data, error, refetch } = useQuery(Revisions, {
    variables: { part, first: 50 },
    fetchPolicy: 'network-only',
  });
  const [isShown, setShown] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const change = useRef<HTMLElement>(null);
  const theirs =
    (data && readFragment(RevisionFields, data.revisions))?.filter(({ version }) => version > since) ?? [];
  // Each attempt has a new message and conflict.
  const askAgain = useEffectEvent(() => void refetch().catch(() => undefined));
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' });
    askAgain();
  }, [words]);
  // The change opens below the visible area, where the save bar is.
  const hasCome = Boolean(data ?? error);
  useEffect(() => {
    if (isShown) change.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isShown, hasCome]);
  // Discarding the input means using their version.
  const giveUp = useEffectEvent(
    () =>
      void reload()
        .catch(() => undefined)
        .then(onOver),
  );
  useEffect(() => {
    if (!dirty && !isSubmitting) giveUp();
  }, [dirty, isSubmitting]);

  const take = async () => {
    setTaking(true);
    try {
      await reload();
      resetForm();
    } catch (failure) {
      const description = sentenceOf(failure, 'We couldn’t load their change. What you typed is still here.');
      toast({ title: 'Error', description, type: 'error' });
    } finally {
      setTaking(false);
    }
  };
  const insist = () => {
    onInsist(theirs[0]?.version ?? since);
    void submitForm();
  };
  return (
    <Stack ref={place} gap={3} scrollMarginBottom="5.5rem">
      <Notice state="error" title="Someone else saved first">
        {words}
        <chakra.span display="flex" flexWrap="wrap" gap={2} mt={2.5}>
          <Button size="sm" variant="outline" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide their change' : 'Show their change'}
          </Button>
          <Button
            size="sm"
            variant="outline"
            aria-disabled={isTaking || undefined}
            onClick={() => !isTaking && void take()}
          >
            Use their version
          </Button>
          <Button
            size="sm"
            variant="outline"
            disabled={theirs.length === 0}
            aria-disabled={isSubmitting || undefined}
            onClick={() => !isSubmitting && insist()}
          >
            Save my version
          </Button>
        </chakra.span>
      </Notice>
      {isShown && (
        <chakra.section
          ref={change}
          aria-label="Their change"
          borderWidth="1px"
          borderRadius="surface"
          px={3.5}
          scrollMarginBottom="5.5rem"
        >
          {!data && error && (
            <LoadFailed title="We couldn’t load their change" error={error} onRetry={refetch} />
          )}
          {!data && !error && <SkeletonRows rows={2} />}
          <chakra.ol listStyleType="none">
            {theirs.map((revision) => (
              <HistoryRow key={revision.id} {...{ revision, labels }} startsOpen />
            ))}
          </chakra.ol>
        </chakra.section>
      )}
    </Stack>
  );
}
