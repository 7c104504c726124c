import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { StateShape } from '#web/ui/StateShape.tsx';

type Props = { name: string; best: readonly [number, number] };

/** How long a text is, against the length that search engines show whole. Guidance: nothing is refused for it. */
export function Length({ name, best: [least, most] }: Props) {
  const { values } = useFormikContext<Record<string, string>>();
  const { length } = [...(values[name] ?? '').trim()];
  const isGood = length >= least && length <= most;
  const words = length === 0 ? 'Empty' : length < least ? 'Short' : length > most ? 'May be cut' : 'Good';
  return (
    <chakra.span display="inline-flex" alignItems="center" flexWrap="wrap" columnGap={1.5}>
      <chakra.span
        color={isGood ? 'state.ok' : 'state.info'}
        display="inline-flex"
        alignItems="center"
        gap={1.5}
      >
        <StateShape state={isGood ? 'ok' : 'info'} size={10} />
        {words}:
      </chakra.span>
      <chakra.span fontVariantNumeric="tabular-nums">
        {length} characters, best {least} to {most}.
      </chakra.span>
    </chakra.span>
  );
}
