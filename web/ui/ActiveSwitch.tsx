import { Switch } from '@chakra-ui/react';
import { useId } from 'react';

type Props = {
  isActive: boolean;
  /** Of the element that names what is switched: both are read out. */
  nameId: string;
  onChange: (isActive: boolean) => void;
  /** On and off in words. */
  words?: readonly [string, string];
};

const activity = ['Active', 'Inactive'] as const;

/** Active or Inactive, or what else is on or off, at a touch. */
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
