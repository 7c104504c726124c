import { AlarmClock } from 'lucide-react';
import type { RefObject } from 'react';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { snoozeChoices } from './snooze.ts';

type Props = {
  of: string;
  busy: boolean;
  onSnooze: (minutes: number) => void;
  onOwnTime: () => void;
  buttonRef: RefObject<HTMLButtonElement | null>;
};

/** For how long nobody is to be told about an alert again. */
export function SnoozeMenu({ of, busy, onSnooze, onOwnTime, buttonRef }: Props) {
  const choices = snoozeChoices().map(({ label, minutes }) => ({
    label,
    busy,
    act: () => onSnooze(minutes),
  }));
  return (
    <RowMenu
      of={of}
      label={`Snooze ${of}`}
      icon={<AlarmClock size={18} strokeWidth={1.75} aria-hidden />}
      heading="Snooze"
      actions={[...choices, { label: 'Own time…', act: onOwnTime }]}
      buttonRef={buttonRef}
    />
  );
}
