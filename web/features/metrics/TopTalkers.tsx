import { chakra } from '@chakra-ui/react';
import type { ControllerOverTimeQuery } from '#web/gql/graphql.ts';
import { dataVolume } from '#web/lib/volume.ts';
import { Part } from './Part.tsx';
import { rate } from './rate.ts';

type Talkers = ControllerOverTimeQuery['topTalkers'];

/** The devices over whose uplinks the most went; the bar is the share of the first. */
export function TopTalkers({ talkers }: { talkers: Talkers }) {
  const most = talkers[0]?.bytes ?? 0;
  return (
    <Part
      wide
      title="Top talkers"
      note="Devices over whose uplinks the most went, without the gateway. Reckoned from the rates at the moments of reading."
    >
      {talkers.length === 0 && <chakra.p color="fg.muted">UniFi told no rates in this time.</chakra.p>}
      <chakra.ol listStyleType="none" display="grid" rowGap={2}>
        {talkers.map(({ device, bytes, peakBps }) => {
          const { value, unit } = dataVolume(bytes);
          return (
            <chakra.li
              key={device.id}
              display="grid"
              gridTemplateColumns={{
                base: 'minmax(0, 1fr) auto',
                md: 'minmax(0, 1fr) minmax(0, 2fr) 5rem 9rem',
              }}
              alignItems="center"
              columnGap={4}
              fontVariantNumeric="tabular-nums"
            >
              <chakra.span overflowWrap="anywhere">{device.name}</chakra.span>
              <chakra.span aria-hidden hideBelow="md" h={2} bg="bg.subtle" borderRadius="sm">
                <chakra.span
                  display="block"
                  h="full"
                  borderRadius="sm"
                  bg="state.info"
                  style={{ width: `${most > 0 ? (100 * bytes) / most : 0}%` }}
                />
              </chakra.span>
              <chakra.span textAlign="end">{`${value} ${unit}`}</chakra.span>
              <chakra.span
                textAlign={{ base: 'start', md: 'end' }}
                textStyle="sm"
                color="fg.muted"
                gridColumn={{ base: '1 / -1', md: 'auto' }}
              >{`at most ${rate(peakBps)}`}</chakra.span>
            </chakra.li>
          );
        })}
      </chakra.ol>
    </Part>
  );
}
