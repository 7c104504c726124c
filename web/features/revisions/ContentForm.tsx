import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ContentPart, ContentStateFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { readServerError, sentenceOf } from '#web/lib/server-errors.ts';
import { Form, type FormProps, type Values } from '#web/ui/Form.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { toast, type Toast } from '#web/ui/toaster.tsx';
import { HistoryRow, Revisions } from './HistoryRow.tsx';
import { changedFields, type Labels } from './differences.ts';

/** Put it into the query of a form, beside the part itself: what was read together belongs together. */
export const ContentStateFields = graphql(`
  fragment ContentStateFields on ContentState {
    part
    version
  }
`);

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

/** The form, and beside it what comes of it; under it where there is no room. */
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

/** The surface that a form stands on. */
const Panel = ({ children }: { children: ReactNode }) => (
  <chakra.div
    display="flex"
    flexDirection="column"
    gap={4}
    px={{ base: 4, md: 6 }}
    pt={{ base: 4, md: 6 }}
    pb={3}
    borderWidth="1px"
    borderRadius="surface"
    bg="bg.panel"
    // The save bar may stand over the lower edge: what gets the focus scrolls clear of it.
    css={{ '& :is(input, select, textarea)': { scrollMarginBottom: '5.5rem' } }}
  >
    {children}
  </chakra.div>
);

type ConflictNoticeProps = {
  part: ContentPart;
  labels?: Labels;
  /** The server's: "Changed by Ada Archer 2 minutes ago. …" */
  words: string;
  /** The version that the form began with. */
  since: number;
  reload: () => Promise<unknown>;
  /** Their newest version, over which the form is about to be saved. */
  onInsist: (newest: number) => void;
  onOver: () => void;
};

/** In a form: somebody else was quicker. What was typed stays until the person says what is to become of it. */
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
  const theirs = data?.revisions.filter(({ version }) => version > since) ?? [];
  // The words are new with each try, and so is what they speak of.
  const askAgain = useEffectEvent(() => void refetch().catch(() => undefined));
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' });
    askAgain();
  }, [words]);
  // What was asked for opens below the lower edge, where the save bar stands.
  const hasCome = Boolean(data ?? error);
  useEffect(() => {
    if (isShown) change.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isShown, hasCome]);
  // Whoever discards what they typed has taken theirs.
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
      const description = sentenceOf(failure, 'Their change could not be loaded. What you typed is kept.');
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
    <chakra.div ref={place} display="flex" flexDirection="column" gap={3} scrollMarginBottom="5.5rem">
      <Notice state="error" title="Somebody else was quicker">
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
            Take theirs
          </Button>
          <Button
            size="sm"
            variant="outline"
            disabled={theirs.length === 0}
            aria-disabled={isSubmitting || undefined}
            onClick={() => !isSubmitting && insist()}
          >
            Save mine anyway
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
            <LoadFailed title="Their change could not be loaded" error={error} onRetry={refetch} />
          )}
          {!data && !error && <SkeletonRows rows={2} />}
          <chakra.ol listStyleType="none">
            {theirs.map((revision) => (
              <HistoryRow key={revision.id} {...{ revision, labels }} startsOpen />
            ))}
          </chakra.ol>
        </chakra.section>
      )}
    </chakra.div>
  );
}
