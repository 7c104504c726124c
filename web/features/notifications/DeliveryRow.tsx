import { Button, chakra, Link } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link as To } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Attempts } from './Attempts.tsx';
import { againWord, kindWords } from './delivery-words.ts';
import { DeliveryStatusMark } from './DeliveryStatusMark.tsx';
import { useResend } from './useResend.ts';
import type { LoggedDelivery } from './useDeliveries.ts';
import { Why } from './Why.tsx';

/** One message to a channel: what became of it, what it told of, why, and each try behind a button. */
export function DeliveryRow({ delivery }: { delivery: LoggedDelivery }) {
  const { kind, recipient, alert, attempts, createdAt } = delivery;
  const [open, setOpen] = useState(false);
  const triesId = useId();
  const looksOnly = useLooksOnly();
  const again = againWord(delivery);
  return (
    <chakra.li px={3} py={2.5} overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3}>
        <DeliveryStatusMark delivery={delivery} />
        <chakra.span textStyle="sm" color="fg.muted">
          {kindWords[kind]}
          {recipient && ` to ${recipient}`}
        </chakra.span>
        <chakra.span ms="auto" textStyle="sm" color="fg.muted">
          <RelativeTime at={createdAt} />
        </chakra.span>
      </chakra.div>
      <chakra.p mt={0.5}>
        {alert ? (
          <Link asChild>
            <To to={`/alerts/${alert.id}`}>{whatOf(alert)}</To>
          </Link>
        ) : (
          manyIn(delivery)
        )}
        {alert && isNamed(alert) && <chakra.span color="fg.muted">{` · ${alert.ruleName}`}</chakra.span>}
      </chakra.p>
      <Why delivery={delivery} />
      <chakra.div display="flex" alignItems="center" gap={2} mt={1} _empty={{ display: 'none' }}>
        {attempts > 0 && (
          <Button
            variant="ghost"
            size="sm"
            ms={-2.5}
            aria-expanded={open}
            aria-controls={open ? triesId : undefined}
            onClick={() => setOpen(!open)}
            css={{ '& svg': { transition: 'transform 120ms', rotate: open ? '90deg' : undefined } }}
          >
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          </Button>
        )}
        {again && !looksOnly && <Resend id={delivery.id} word={again} />}
      </chakra.div>
      {open && <Attempts id={triesId} attempts={delivery.attemptLog} />}
    </chakra.li>
  );
}

type Subject = NonNullable<LoggedDelivery['alert']>;

const typeOf = ({ type }: Subject) => type.replaceAll('_', ' ');

/** Whether the rule is called otherwise than what it looks for. */
const isNamed = (alert: Subject) => alert.ruleName.toLowerCase() !== typeOf(alert);

/** What the alert was about: its sentence tells how it is now, which is not what was told then. */
const whatOf = (alert: Subject) => `${alert.deviceName ?? alert.siteName}: ${typeOf(alert)}`;

const manyIn = ({ summary }: LoggedDelivery) =>
  summary ? `News of ${summary.alerts} alerts in one message.` : 'Many alerts in one message.';

function Resend({ id, word }: { id: string; word: string }) {
  const { resending, resend } = useResend(id);
  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={resending || undefined}
      onClick={() => !resending && void resend()}
    >
      {word}
    </Button>
  );
}
