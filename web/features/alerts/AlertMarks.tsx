import { chakra } from '@chakra-ui/react';
import { Activity, BellOff, Construction } from 'lucide-react';
import type { ReactNode } from 'react';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { TicketLink } from './TicketLink.tsx';
import type { ShownAlert } from './fold-alerts.ts';
import { momentOf } from './moment.ts';
import { resolutionWords } from './words.ts';

/** What else matters about an alert at a glance, such as an unknown state, flapping, or an end without a recovery. */
export function AlertMarks({ alert }: { alert: ShownAlert }) {
  const { unknownSince, flappingSince, calmSince, raises, maintenance, ticketId, ticketUrl } = alert;
  const { resolvedAt, resolution } = alert;
  const isOpen = resolvedAt == null;
  return (
    <>
      {unknownSince != null && (
        <Mark>
          <SeverityBadge state="unknown">{`unknown since ${momentOf(unknownSince)}`}</SeverityBadge>
        </Mark>
      )}
      {flappingSince != null && (
        <Mark>
          <Activity size={14} strokeWidth={1.75} aria-hidden />
          {`${isOpen ? 'flapping' : 'was flapping'} since ${momentOf(flappingSince)}, ${raises} times`}
        </Mark>
      )}
      {calmSince != null && (
        <Mark>
          <SeverityBadge state="ok">{`well since ${momentOf(calmSince)}`}</SeverityBadge>
        </Mark>
      )}
      {resolution && resolution !== 'recovered' && (
        <Mark>
          <SeverityBadge state="unknown">{resolutionWords[resolution]}</SeverityBadge>
        </Mark>
      )}
      {maintenance && (
        <Mark>
          <Construction size={14} strokeWidth={1.75} aria-hidden />
          {`began in maintenance “${maintenance}”`}
        </Mark>
      )}
      {alert.overLimit && (
        <Mark>
          <BellOff size={14} strokeWidth={1.75} aria-hidden />
          beyond the package’s alerts of its month
        </Mark>
      )}
      {ticketId != null && (
        <Mark>
          <TicketLink id={ticketId} url={ticketUrl} />
        </Mark>
      )}
    </>
  );
}

const Mark = ({ children }: { children: ReactNode }) => (
  <chakra.span
    display="inline-flex"
    alignItems="center"
    gap={1}
    me={2}
    verticalAlign="middle"
    overflowWrap="anywhere"
    minW={0}
  >
    {children}
  </chakra.span>
);
