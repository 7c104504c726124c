import { Switch } from '@chakra-ui/react';
import { useId } from 'react';

type Props = {
  isActive: boolean;
  /** ID of the element that names the switch. Screen readers announce it with the label. */
  nameId: string;
  onChange: (isActive: boolean) => void;
  /** Labels for on and off. */
  words?: readonly [string, string];
};

const activity = ['Active', 'Inactive'] as const;

/** A switch in a list, labeled Active or Inactive by default. */
export function ActiveSwitch({ isActive, nameId, onChange, words = activity }: Props) {
  const label = useId();
  return (
    <Switch.Root ids={{ label }} checked={isActive} onCheckedChange={({ checked }) => onChange(checked)}>
      <Switch.HiddenInput role="switch" aria-checked={isActive} aria-labelledby={`${nameId} ${label}`} />
      <Switch.Control>
        <Switch.Thumb />
      </Switch.Control>
      <Switch.Label textStyle="sm" minW={12} color={isActive ? 'fg' : 'fg.muted'}>
        {isActive ? words[0] : words[1]}
      </Switch.Label>
    </Switch.Root>
  );
}
