import { chakra } from '@chakra-ui/react';
import { AlarmClock, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import type { ShownAlert } from './fold-alerts.ts';
import { momentOf } from './moment.ts';
import { isSnoozed } from './snooze.ts';

type Props = { alert: ShownAlert; now: number; undoSnooze?: ReactNode };

/** Who sees to an alert, since when and with what note, and who snoozed it until when. */
export const HandledBy = ({ alert, now, undoSnooze }: Props) => (
  <>
    {alert.acknowledgedAt != null && (
      <Line icon={<UserCheck size={16} strokeWidth={1.75} aria-hidden />}>
        Acknowledged by {alert.acknowledgedBy}, <RelativeTime at={alert.acknowledgedAt} />
        {alert.acknowledgeNote && <chakra.span color="fg">{` “${alert.acknowledgeNote}”`}</chakra.span>}
      </Line>
    )}
    {isSnoozed(alert, now) && (
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={1}>
        <Line icon={<AlarmClock size={16} strokeWidth={1.75} aria-hidden />}>
          Snoozed until {momentOf(alert.snoozedUntil!)} by {alert.snoozedBy}
        </Line>
        {undoSnooze}
      </chakra.div>
    )}
  </>
);

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <chakra.div display="flex" gap={2} minW={0} textStyle="sm">
    <chakra.span mt={0.5} flexShrink={0} color="fg.muted">
      {icon}
    </chakra.span>
    <chakra.p minW={0} overflowWrap="anywhere" color="fg.muted">
      {children}
    </chakra.p>
  </chakra.div>
);
