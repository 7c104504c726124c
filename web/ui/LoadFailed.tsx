import { Button } from '@chakra-ui/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { Notice } from './Notice.tsx';

type Props = { title: string; error: unknown; onRetry: () => Promise<unknown> };

/** What could not be loaded, in the server's words where it has some, and the way to try again. */
export const LoadFailed = ({ title, error, onRetry }: Props) => (
  <Notice
    state="error"
    title={title}
    action={
      <Button variant="outline" size="sm" onClick={() => void onRetry().catch(() => undefined)}>
        Retry
      </Button>
    }
  >
    {sentenceOf(error, 'Something went wrong on the server, or on the way to it.')}
  </Notice>
);
