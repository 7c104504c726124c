import { chakra, Checkbox } from '@chakra-ui/react';
import { StatusDot } from './StatusDot.tsx';
import type { State } from './StateIcon.tsx';

type Props<S extends State> = {
  offered: readonly S[];
  chosen: readonly S[];
  onChange: (chosen: S[]) => void;
  disabled?: boolean;
};

/** A checkbox for each state. */
export function StateCheckboxes<S extends State>({ offered, chosen, onChange, disabled }: Props<S>) {
  const choose = (state: S, isOn: boolean) =>
    onChange(isOn ? [...chosen, state] : chosen.filter((one) => one !== state));
  return (
    <chakra.div display="flex" flexWrap="wrap" columnGap={6} rowGap={2.5}>
      {offered.map((state) => (
        <Checkbox.Root
          key={state}
          checked={chosen.includes(state)}
          disabled={disabled}
          onCheckedChange={({ checked }) => choose(state, checked === true)}
        >
          <Checkbox.HiddenInput />
          <Checkbox.Control>
            <Checkbox.Indicator />
          </Checkbox.Control>
          <Checkbox.Label>
            <StatusDot state={state} />
          </Checkbox.Label>
        </Checkbox.Root>
      ))}
    </chakra.div>
  );
}
