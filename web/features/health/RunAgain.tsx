import { useMutation } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { RerunFailedJobs } from './health.gql.ts';

/** Runs the jobs of one name that failed for good once more. */
export function RunAgain({ task, onDone }: { task: string; onDone: () => Promise<unknown> }) {
  const [rerun, { loading }] = useMutation(RerunFailedJobs);
  const run = async () => {
    try {
      const { data } = await rerun({ variables: { task } });
      const count = data?.rerunFailedJobs ?? 0;
      toast({ title: count === 1 ? 'The job runs again' : `${count} jobs run again`, type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Failed to run the jobs again',
        check: 'Reload the page to see whether the jobs are waiting to run.',
      });
    }
    await onDone().catch(() => undefined);
  };
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`Run again: ${task}`}
      aria-disabled={loading || undefined}
      onClick={() => !loading && void run()}
    >
      Run again
    </Button>
  );
}
