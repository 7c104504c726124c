import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { UserCheck } from 'lucide-react';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { UnacknowledgeAlert } from './alerts.gql.ts';
import type { ShownAlert } from './fold-alerts.ts';

/** What the offer takes of a phone's last two lines, which it stands beside. */
export const ROOM_TO_ACKNOWLEDGE = '7rem';

type Props = { alert: ShownAlert; onAcknowledge: (alert: ShownAlert) => void };

/** Who sees to an alert, since when and with what note, and Undo; or the offer to. The cells of one row. */
export function Acknowledgement({ alert, onAcknowledge }: Props) {
  const { id, acknowledgedAt, acknowledgedBy, acknowledgedById, acknowledgeNote } = alert;
  const { user } = useSession();
  // A viewer takes back nothing that others did.
  const isSettled = acknowledgedAt != null && !mayChange(user) && acknowledgedById !== user?.id;
  const [takeBack, { loading }] = useMutation(UnacknowledgeAlert);
  const name = alert.deviceName ?? alert.siteName;
  const undo = async () => {
    try {
      await takeBack({ variables: { id } });
    } catch (error) {
      const description = sentenceOf(error, 'Nothing was changed. Please try again.');
      toast({ title: 'Undo failed', description, type: 'error' });
    }
  };
  return (
    <chakra.div
      role="cell"
      gridArea={acknowledgedAt == null ? '3 / 1 / 5 / -1' : 'foot'}
      justifySelf={acknowledgedAt == null ? 'end' : undefined}
      display={{ base: 'flex', md: 'contents' }}
      alignItems="center"
      gap={2}
    >
      {acknowledgedAt != null && (
        <chakra.div gridArea="ack" flex={1} minW={0} mt={{ md: 1 }} display="flex" gap={2} textStyle="sm">
          <chakra.span mt={0.5} flexShrink={0} color="fg.muted">
            <UserCheck size={16} strokeWidth={1.75} aria-hidden />
          </chakra.span>
          <chakra.p minW={0} overflowWrap="anywhere" color="fg.muted">
            Acknowledged by {acknowledgedBy}, <RelativeTime at={acknowledgedAt} />
            {acknowledgeNote && <chakra.span color="fg">{` “${acknowledgeNote}”`}</chakra.span>}
          </chakra.p>
        </chakra.div>
      )}
      {/* One button for both, so that the focus stays on it when the one becomes the other. */}
      {!isSettled && (
        <Button
          gridArea="act"
          variant="ghost"
          size="sm"
          flexShrink={0}
          mt={{ base: -1, md: -1.5 }}
          mb={{ base: -1, md: 0 }}
          me={-2}
          justifySelf="end"
          alignSelf={{ base: 'center', md: 'start' }}
          aria-disabled={loading || undefined}
          aria-label={acknowledgedAt == null ? `Acknowledge ${name}` : `Undo acknowledgement of ${name}`}
          onClick={() => !loading && (acknowledgedAt == null ? onAcknowledge(alert) : void undo())}
        >
          {acknowledgedAt == null ? 'Acknowledge' : 'Undo'}
        </Button>
      )}
    </chakra.div>
  );
}
