import { chakra } from '@chakra-ui/react';
import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react';
import { formatNumber } from '#web/lib/format.ts';
import { useEffect, useRef } from 'react';
import { BellRing } from '#web/ui/icons.tsx';
import { Link } from 'react-router';
import { setAttentionCount } from '#web/lib/attention-count.ts';
import { latestOf } from '#web/lib/throttle.ts';
import { OpenAlertCount, OpenAlertCountChanged } from '../shell.gql.ts';

/** In a storm the count changes many times a second, and much of a screen follows from it. In milliseconds. */
const PAUSE = 250;

/** The number of open alerts, updated live. */
export function OpenAlerts() {
  const count = useOpenAlertCount();
  useTabCount(count);
  const some = count !== undefined && count > 0;
  return (
    <chakra.span
      asChild
      display="inline-flex"
      alignItems="center"
      gap={1.5}
      h={9}
      px={2}
      borderRadius="control"
      textStyle="sm"
      fontWeight="medium"
      whiteSpace="nowrap"
      fontVariantNumeric="tabular-nums"
      color={some ? 'fg' : 'fg.muted'}
      visibility={count === undefined ? 'hidden' : 'visible'}
      _hover={{ bg: 'bg.muted' }}
      css={{ '@media (pointer: coarse)': { h: 11 } }}
    >
      <Link to="/alerts">
        <BellRing size={16} strokeWidth={1.75} aria-hidden />
        <chakra.span
          minW={5}
          px={1.5}
          borderRadius="full"
          textAlign="center"
          textStyle="xs"
          fontWeight="semibold"
          lineHeight="1.25rem"
          bg={some ? 'bg.inverted' : 'bg.muted'}
          color={some ? 'fg.inverted' : 'fg.muted'}
        >
          {formatNumber(count ?? 0)}
        </chakra.span>
        <chakra.span srOnly={{ base: true, lg: false }}>
          {' '}
          {count === 1 ? 'open alert' : 'open alerts'}
        </chakra.span>
      </Link>
    </chakra.span>
  );
}

function useOpenAlertCount(): number | undefined {
  const client = useApolloClient();
  const { data } = useQuery(OpenAlertCount);
  const show = useRef<(count: number) => void>(undefined);
  useEffect(() => {
    const [take, drop] = latestOf((openAlertCount: number) => {
      client.writeQuery({ query: OpenAlertCount, data: { openAlertCount } });
      // Passed on even if the number is the same, because one alert may have been resolved as another opened.
      setAttentionCount(openAlertCount);
    }, PAUSE);
    show.current = take;
    return drop;
  }, [client]);
  // The subscription starts with the current count, also after each reconnect.
  useSubscription(OpenAlertCountChanged, {
    ignoreResults: true,
    onData: ({ data: { data: changed } }) => changed && show.current?.(changed.openAlertCountChanged),
  });
  return data?.openAlertCount;
}

/** Shows the number of open alerts in the tab's title and icon while someone is signed in. */
function useTabCount(count: number | undefined): void {
  const shown = count ?? 0;
  useEffect(() => {
    setAttentionCount(shown);
    void badge(shown);
  }, [shown]);
  useEffect(
    () => () => {
      setAttentionCount(0);
      void badge(0);
    },
    [],
  );
}

let asked = false;

/** The code for the icon loads with the first alert. Without it, the icon stays unchanged. */
async function badge(count: number): Promise<void> {
  if (count === 0 && !asked) return;
  asked = true;
  await import('./badge.ts').then(({ showBadge }) => showBadge(count)).catch(() => undefined);
}
