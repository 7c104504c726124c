import { Button, chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { resendLabel, kindWords } from '#web/features/notifications/delivery-words.ts';
import {
  Attempts,
  DeliveryReason,
  DeliveryStatusMark,
  useResend,
} from '#web/features/notifications/DeliveryParts.tsx';
import { momentOf } from './moment.ts';
import { placeWords, type Told } from './timeline-items.ts';

type Props = {
  /** One, or several that stand alike for the same reason. */
  told: readonly Told[];
  onResent: () => void;
};

/** One place that was to be told of a line, or several alike: whether it was, when, and if not why. */
export function ToldLine({ told, onResent }: Props) {
  const delivery = told[0]!;
  const { id, kind, sentAt, attempts, attemptLog } = delivery;
  const [open, setOpen] = useState(false);
  const tries = useId();
  const looksOnly = useLooksOnly();
  const again = resendLabel(delivery);
  const { resending, resend } = useResend(id);
  const where = placeWords(told);
  const send = async () => {
    await resend();
    onResent();
  };
  return (
    <chakra.li overflowWrap="anywhere">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
        <DeliveryStatusMark delivery={delivery} />
        <chakra.span minW={0}>{where}</chakra.span>
        {sentAt && <chakra.span color="fg.muted">{momentOf(sentAt)}</chakra.span>}
        {again && !looksOnly && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`${again} ${kindWords[kind]} by ${where}`}
            aria-disabled={resending || undefined}
            onClick={() => !resending && void send()}
          >
            {again}
          </Button>
        )}
        {attempts > 0 && (
          <Button
            variant="ghost"
            size="sm"
            px={1.5}
            aria-expanded={open}
            aria-controls={open ? tries : undefined}
            onClick={() => setOpen(!open)}
          >
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          </Button>
        )}
      </chakra.div>
      <DeliveryReason delivery={delivery} />
      {open && <Attempts id={tries} attempts={attemptLog} />}
    </chakra.li>
  );
}
