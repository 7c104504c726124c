import { Button, chakra, Spinner } from '@chakra-ui/react';
import { failureWords, outcomeOf } from '#web/lib/server-errors.ts';
import { DialogButtons, DialogDone, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ShownOnce } from '#web/ui/ShownOnce.tsx';
import { ChangeList } from './ChangeList.tsx';
import { inShort } from './change-words.ts';
import { useDifference, type Difference } from './useDifference.ts';

type Props = { file: { name: string; text: string }; onClose: () => void };

/** What a file would do to the team, line by line, and the button that does it. */
export function DifferenceDialog({ file, onClose }: Props) {
  const { difference, failure, refusal, isOutdated, applied, applying, look, apply } = useDifference(
    file.text,
  );
  if (applied?.signingSecret)
    return (
      <ShownOnce
        title="Your signing secret"
        label="Signing secret"
        text={applied.signingSecret}
        what="the secret"
        help="The file set up a webhook. Give this to the program that takes the requests. It is shown this once."
        onClose={onClose}
      />
    );
  if (applied)
    return (
      <FormDialog title="Configuration applied" size="lg" onClose={onClose}>
        <DialogFields>
          <Notice state="ok" title={`${inShort(applied.changes)}.`} />
          <ToEnter sentences={applied.toEnter} />
        </DialogFields>
        <DialogDone autoFocus />
      </FormDialog>
    );
  const words = failureWords(refusal, {
    title: outcomeOf(refusal) === 'refused' ? 'Nothing was changed' : 'The file may have been applied',
    check: 'Compare the file again to see what still has to change.',
  });
  const canApply = difference && difference.problems.length === 0 && difference.changes.length > 0;
  return (
    <FormDialog title={`What ${file.name} would change`} size="lg" onClose={onClose}>
      <DialogFields>
        {failure !== undefined && (
          <LoadFailed title="The file could not be compared" error={failure} onRetry={look} />
        )}
        {!difference && failure === undefined && <SkeletonRows rows={4} />}
        {difference && <Shown difference={difference} />}
        {refusal !== undefined && (
          <Notice
            state="error"
            title={words.title}
            action={
              (isOutdated || outcomeOf(refusal) === 'unknown') && (
                <Button variant="outline" size="sm" onClick={() => void look()}>
                  Compare again
                </Button>
              )
            }
          >
            {words.description}
          </Notice>
        )}
      </DialogFields>
      {canApply ? (
        <DialogButtons>
          <Button
            aria-disabled={applying || isOutdated || undefined}
            onClick={() => !isOutdated && void apply()}
          >
            {applying && <Spinner size="sm" />}
            {applying ? 'Applying…' : 'Apply'}
          </Button>
        </DialogButtons>
      ) : (
        <DialogDone />
      )}
    </FormDialog>
  );
}

function Shown({ difference: { changes, problems, toEnter, unchanged } }: { difference: Difference }) {
  if (problems.length > 0)
    return (
      <>
        <Notice
          state="error"
          title={
            problems.length === 1 ? 'The file has a mistake' : `The file has ${problems.length} mistakes`
          }
        >
          Nothing of it can be applied until they are mended.
        </Notice>
        <chakra.ul aria-label="Mistakes" listStyleType="none" display="flex" flexDirection="column" gap={2}>
          {problems.map(({ line, message }) => (
            <chakra.li key={`${line} ${message}`} overflowWrap="anywhere">
              {line !== null && line !== undefined && (
                <chakra.span fontFamily="mono" textStyle="sm" color="fg.muted" me={2}>
                  Line {line}
                </chakra.span>
              )}
              {message}
            </chakra.li>
          ))}
        </chakra.ul>
      </>
    );
  if (changes.length === 0)
    return <Notice state="ok" title="The team is as the file says already. There is nothing to apply." />;
  return (
    <>
      <chakra.p color="fg.muted">
        {inShort(changes)}.{' '}
        {unchanged === 1 ? '1 thing stays as it is.' : `${unchanged} things stay as they are.`}
      </chakra.p>
      <ToEnter sentences={toEnter} />
      <ChangeList changes={changes} />
    </>
  );
}

/** What no file holds. */
const ToEnter = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <Notice state="warning" title="To be entered afterwards">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
