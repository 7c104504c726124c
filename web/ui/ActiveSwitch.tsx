import { Switch } from '@chakra-ui/react';
import { useId } from 'react';

type Props = {
  isActive: boolean;
  /** Of the element that names what is switched: both are read out. */
  nameId: string;
  onChange: (isActive: boolean) => void;
};

/** Active or Inactive, at a touch. */
export function ActiveSwitch({ isActive, nameId, onChange }: Props) {
  const label = useId();
  return (
    <Switch.Root ids={{ label }} checked={isActive} onCheckedChange={({ checked }) => onChange(checked)}>
      <Switch.HiddenInput role="switch" aria-checked={isActive} aria-labelledby={`${nameId} ${label}`} />
      <Switch.Control>
        <Switch.Thumb />
      </Switch.Control>
      <Switch.Label textStyle="sm" minW={12} color={isActive ? 'fg' : 'fg.muted'}>
        {isActive ? 'Active' : 'Inactive'}
      </Switch.Label>
    </Switch.Root>
  );
}
