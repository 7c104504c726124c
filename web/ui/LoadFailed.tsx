import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { Notice } from './Notice.tsx';

type Props = { title: string; error: unknown; onRetry: () => Promise<unknown> };

/** What could not be loaded, in the server's words where it has some, and the way to try again. */
export function LoadFailed({ title, error, onRetry }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const retry = async () => {
    setIsBusy(true);
    await onRetry().catch(() => undefined);
    setIsBusy(false);
  };
  return (
    <Notice
      state="error"
      title={title}
      action={
        <Button variant="outline" size="sm" disabled={isBusy} onClick={() => void retry()}>
          Retry
        </Button>
      }
    >
      {sentenceOf(error, 'Something went wrong on the server, or on the way to it.')}
    </Notice>
  );
}
