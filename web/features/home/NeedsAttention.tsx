import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { failedPaymentsPath, useOperatorAttention } from '#web/features/attention/operator-attention.ts';
import { PlatformStatus } from '#web/features/health/health.gql.ts';
import { partName, shapeOf, worstFirst } from '#web/features/health/health-words.ts';
import type { OperatorAttentionQuery, PlatformStatusQuery } from '#web/gql/graphql.ts';
import { formatCount, formatDuration } from '#web/lib/format.ts';
import { useClock } from '#web/lib/useClock.ts';
import { DividedList } from '#web/ui/Card.tsx';
import { ArrowRight } from '#web/ui/icons.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { StateIcon, stateWord, type State } from '#web/ui/StateIcon.tsx';
import { Muted, SectionTitle } from '#web/ui/text.tsx';

/** What a person has to do, each with the way to where it's done. The worst comes first. */
export function NeedsAttention() {
  const { attention, error, refetch } = useOperatorAttention();
  // The banner above the screens requests it.
  const { data } = useQuery(PlatformStatus, { fetchPolicy: 'cache-only' });
  const now = new Date(useClock('quarter'));
  const tasks = attention && tasksOf(attention, data?.platformHealth, now);
  return (
    <chakra.section aria-labelledby="needs-attention">
      <SectionTitle id="needs-attention" mb={3}>
        Needs attention
      </SectionTitle>
      {!attention && error && (
        <LoadFailed title="We couldn’t load what needs attention" error={error} onRetry={refetch} />
      )}
      {!error && !tasks && <SkeletonRows rows={3} />}
      {tasks?.length === 0 && (
        <chakra.p display="flex" alignItems="center" gap={2}>
          <chakra.span color="state.ok">
            <StateIcon state="ok" size={14} />
          </chakra.span>
          Nothing needs you right now.
        </chakra.p>
      )}
      {tasks && tasks.length > 0 && (
        <DividedList
          aria-labelledby="needs-attention"
          borderWidth="1px"
          borderRadius="surface"
          bg="bg.panel"
          overflow="hidden"
        >
          {tasks.map((task) => (
            <li key={task.title}>
              <TaskLink {...task} />
            </li>
          ))}
        </DividedList>
      )}
    </chakra.section>
  );
}

type Task = { state: State; title: string; detail: string; to: string };

const TaskLink = ({ state, title, detail, to }: Task) => (
  <chakra.span
    asChild
    display="flex"
    alignItems="center"
    gap={3}
    minH={11}
    px={4}
    py={2}
    _hover={{ bg: 'bg.subtle' }}
    _focusVisible={{ outlineOffset: '-2px' }}
  >
    <Link to={to}>
      <chakra.span color={`state.${state}`} flexShrink={0}>
        <StateIcon state={state} size={14} />
        <chakra.span srOnly>{stateWord[state]}: </chakra.span>
      </chakra.span>
      <chakra.span
        flex={1}
        minW={0}
        display="flex"
        flexDirection={{ base: 'column', md: 'row' }}
        justifyContent="space-between"
        columnGap={6}
      >
        <chakra.span fontWeight="medium" fontVariantNumeric="tabular-nums">
          {title}
        </chakra.span>
        <Muted as="span" textAlign={{ md: 'end' }}>
          {detail}
        </Muted>
      </chakra.span>
      <chakra.span color="fg.subtle" flexShrink={0}>
        <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
      </chakra.span>
    </Link>
  </chakra.span>
);

type Attention = OperatorAttentionQuery['operatorAttention'];
type Health = PlatformStatusQuery['platformHealth'];

/** Late polls have a row of their own, with their number. */
function tasksOf(attention: Attention, health: Health | undefined, now: Date): Task[] {
  const { failedPayments, latePolls, unansweredMessages, waitlistUnemailed } = attention;
  const age = (at: string | null) => formatDuration(at === null ? 0 : now.getTime() - Date.parse(at));
  const failing = worstFirst(health?.checks ?? []).filter(
    ({ part, state }) => state !== 'ok' && !(part === 'polls' && latePolls > 0),
  );
  const tasks: (Task & { count: number })[] = [
    {
      count: failedPayments,
      state: 'critical',
      title: formatCount(failedPayments, 'failed payment', 'failed payments'),
      detail: `The oldest has been overdue for ${age(attention.oldestFailedPaymentAt)}`,
      to: failedPaymentsPath,
    },
    {
      count: latePolls,
      state: 'warning',
      title: formatCount(latePolls, 'late poll', 'late polls'),
      detail: `The oldest was due ${age(attention.oldestLatePollAt)} ago`,
      to: '/admin/health#polls',
    },
    ...failing.map(({ part, state, says }) => ({
      count: 1,
      state: shapeOf[state],
      title: partName[part],
      detail: says,
      to: `/admin/health#${part}`,
    })),
    {
      count: unansweredMessages,
      state: 'info',
      title: formatCount(unansweredMessages, 'unanswered message', 'unanswered messages'),
      detail: `The oldest arrived ${age(attention.oldestMessageAt)} ago`,
      to: '/admin/contact?sort=when',
    },
    {
      count: waitlistUnemailed,
      state: 'info',
      title: formatCount(waitlistUnemailed, 'person waiting', 'people waiting'),
      detail: 'Joined since your last email to the waitlist',
      to: '/admin/waitlist',
    },
  ];
  return tasks
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state));
}

/** Failing parts of the platform come before what is only late. */
const urgency: readonly State[] = ['critical', 'error', 'warning', 'info'];
