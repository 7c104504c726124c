import { Button } from '@chakra-ui/react';
import { Notice } from '#web/ui/Notice.tsx';

type Props = { title: string; sentence: string; onRetry: () => Promise<unknown> };

/** What failed, in the server's words where it has some, and the way to try again. */
export const LoadFailed = ({ title, sentence, onRetry }: Props) => (
  <Notice
    state="error"
    title={title}
    action={
      <Button variant="outline" size="sm" onClick={() => void onRetry().catch(() => undefined)}>
        Retry
      </Button>
    }
  >
    {sentence}
  </Notice>
);
