import { Button } from '@chakra-ui/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { AfterPatience, LoadingSpinner } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { JoiningPage } from './JoiningPage.tsx';

/** While a mailed link is looked up, and when that fails. */
export function LinkLookup(props: { title: string; error?: unknown; onRetry: () => void }) {
  const { title, error, onRetry } = props;
  return (
    <JoiningPage title={title}>
      {error ? (
        <Notice
          state="error"
          title="This link could not be looked up"
          action={
            <Button variant="outline" size="sm" onClick={onRetry}>
              Retry
            </Button>
          }
        >
          {sentenceOf(
            error,
            'The server did not answer. The link itself is still good for as long as it was.',
          )}
        </Notice>
      ) : (
        <AfterPatience>
          <LoadingSpinner />
        </AfterPatience>
      )}
    </JoiningPage>
  );
}
