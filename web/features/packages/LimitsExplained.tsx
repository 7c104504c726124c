import { chakra } from '@chakra-ui/react';
import { useId } from 'react';

const meanings = [
  [
    'Controllers',
    'A UniFi console that you connect with its Site Manager key. Beyond the limit none is added; after a change to a smaller package the oldest stay watched.',
  ],
  [
    'Devices',
    'Access points, switches and gateways of the watched sites. Those beyond the limit are listed and not watched.',
  ],
  [
    'Alerts a month',
    'You are told at 80 % and at 100 %. Past it alerts are still recorded and shown, and critical ones are still sent.',
  ],
  [
    'History',
    'How long alerts and measurements are kept. A change of package deletes no controller and no rule.',
  ],
] as const;

/** What happens at a limit: what whoever watches networks asks first. */
export function LimitsExplained() {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} mt={{ base: 10, md: 14 }}>
      <chakra.h2 id={id} textStyle="xl" fontWeight="semibold">
        What happens at a limit
      </chakra.h2>
      <chakra.dl
        mt={5}
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 15.5rem), 1fr))"
        columnGap={{ base: 4, md: 8 }}
        rowGap={6}
      >
        {meanings.map(([what, meaning]) => (
          <chakra.div key={what} borderTopWidth="1px" pt={3}>
            <chakra.dt fontWeight="medium">{what}</chakra.dt>
            <chakra.dd mt={1} color="fg.muted" textWrap="pretty">
              {meaning}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.section>
  );
}
