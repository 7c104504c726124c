import { chakra } from '@chakra-ui/react';
import type { PushesQuery, PushHealthState } from '#web/gql/graphql.ts';
import { DividedList } from '#web/ui/Card.tsx';
import type { State } from '#web/ui/StateIcon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint } from '#web/ui/text.tsx';

type Health = PushesQuery['pushHealth'][number];

const stateWords: Record<PushHealthState, { state: State; word: string }> = {
  never: { state: 'unknown', word: 'Never pushed' },
  healthy: { state: 'ok', word: 'Healthy' },
  stale: { state: 'warning', word: 'Stale' },
};

/** How reliably each console pushes, and what to do if it stopped. */
export const PushHealth = ({ consoles }: { consoles: readonly Health[] }) => (
  <chakra.section aria-labelledby="push-health">
    <chakra.h3 id="push-health" fontWeight="medium" mb={1}>
      Consoles
    </chakra.h3>
    <DividedList>
      {consoles.map((health) => (
        <chakra.li key={health.hostId} py={1.5}>
          <chakra.div display="flex" flexWrap="wrap" columnGap={3} justifyContent="space-between">
            <chakra.span minW={0} overflowWrap="anywhere">
              {health.name}
            </chakra.span>
            <StatusDot {...stateWords[health.state]} />
          </chakra.div>
          <Hint>
            {countWords(health)}
            {health.state === 'stale' &&
              ' Check the webhook in this console’s Alarm Manager: it needs the address from here, and a trigger for these events.'}
          </Hint>
        </chakra.li>
      ))}
    </DividedList>
    <Hint mt={1}>
      Changes are devices that go offline or come back, and internet lines that fail or work again. A push
      within 5 minutes counts.
    </Hint>
  </chakra.section>
);

function countWords({ changes, pushed }: Health): string {
  if (changes === 0) return 'There was nothing to push in the last 7 days.';
  const all = changes === 1 ? 'the one change' : `${pushed} of the ${changes} changes`;
  const verb = changes === 1 && pushed === 0 ? 'didn’t push' : 'pushed';
  return `UniFi ${verb} ${all} we saw in the last 7 days.`;
}
