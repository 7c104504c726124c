import { chakra } from '@chakra-ui/react';
import { StateShape, type State } from '#web/ui/StateShape.tsx';

type Counts = {
  onlineDevices: number;
  offlineDevices: number;
  impairedDevices: number;
  unknownDevices: number;
};

/** How many devices are in which state: shape, number and word. */
export function DeviceStates({ onlineDevices, offlineDevices, impairedDevices, unknownDevices }: Counts) {
  const parts: { state: State; count: number; word: string }[] = [
    { state: 'critical', count: offlineDevices, word: 'offline' },
    { state: 'warning', count: impairedDevices, word: 'impaired' },
    { state: 'unknown', count: unknownDevices, word: 'unknown' },
    { state: 'ok', count: onlineDevices, word: 'online' },
  ];
  return (
    <chakra.span display="flex" flexWrap="wrap" columnGap={3} rowGap={0.5} fontVariantNumeric="tabular-nums">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ state, count, word }) => (
          <chakra.span key={word} display="inline-flex" alignItems="center" gap={1} whiteSpace="nowrap">
            <chakra.span color={`state.${state}`} display="inline-flex">
              <StateShape state={state} size={10} />
            </chakra.span>
            {count.toLocaleString()} {word}
          </chakra.span>
        ))}
    </chakra.span>
  );
}
