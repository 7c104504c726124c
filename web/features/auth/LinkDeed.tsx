import { Button, chakra } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { failureWords } from '#web/lib/server-errors.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Props = {
  label: string;
  /** What is said over the reason when it fails. */
  failure: string;
  /** It takes back what a link has done, and is not what the page is for. */
  isWayBack?: boolean;
  act: () => Promise<void>;
  /** What one may do instead. */
  children?: ReactNode;
};

/** What the page behind a link is for, in one button; what goes wrong stands above it, and it can be tried again. */
export function LinkDeed({ label, failure, isWayBack, act, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ title: string; description: string }>();
  const send = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const check = 'Open the link again to see whether it worked.';
      setProblem(failureWords(error, { title: failure, check }));
      setBusy(false);
    }
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={3}>
      {problem && (
        <Notice state="critical" title={problem.title}>
          {problem.description}
        </Notice>
      )}
      <Button
        width="full"
        variant={isWayBack ? 'outline' : 'solid'}
        aria-disabled={busy || undefined}
        onClick={() => !busy && void send()}
      >
        {label}
      </Button>
      {children}
    </chakra.div>
  );
}
