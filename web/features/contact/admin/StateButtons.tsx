import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { ContactFigures, UpdateContactSubmission } from './inbox.gql.ts';
import { states, type Status } from './states.ts';

const deeds = [
  { label: 'Mark Read', status: 'read' },
  { label: 'Mark Replied', status: 'replied' },
  { label: 'Close', status: 'closed' },
] as const;

/** The three states that a message may be moved to; the one it is in already cannot be chosen. */
export function StateButtons({ id, status }: { id: string; status: Status }) {
  const [update, { loading }] = useMutation(UpdateContactSubmission, { refetchQueries: [ContactFigures] });
  const move = async (to: Status) => {
    try {
      await update({ variables: { id, input: { status: to } } });
      toast({
        title: 'Submission Updated',
        description: `It is ${states[to].word.toLowerCase()} now.`,
        type: 'success',
      });
    } catch (error) {
      toastFailure(error, { title: 'Update Failed', fallback: 'Failed to update submission' });
    }
  };
  return (
    <chakra.div role="group" aria-label="State" display="flex" flexWrap="wrap" gap={2}>
      {deeds.map((deed) => (
        <Button
          key={deed.status}
          variant="outline"
          size="sm"
          disabled={deed.status === status}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void move(deed.status)}
        >
          {deed.label}
        </Button>
      ))}
    </chakra.div>
  );
}
