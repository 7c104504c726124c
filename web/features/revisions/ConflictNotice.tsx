import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ContentPart } from '#web/gql/graphql.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import type { Labels } from './labels.ts';
import { Revisions } from './revisions.gql.ts';

type Props = {
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
export function ConflictNotice({ part, labels, words, since, reload, onInsist, onOver }: Props) {
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
