import { chakra, Link } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { AlertMarks } from './AlertMarks.tsx';
import { CalmState } from './CalmState.tsx';
import type { ShownAlert } from './fold-alerts.ts';
import { momentOf } from './moment.ts';
import { typeWords } from './words.ts';

/** Wide: everything side by side. Below that the kind and the moments go under the message. */
export const historyColumns = {
  base: 'auto minmax(0, 1fr)',
  lg: '6.25rem minmax(0, 1fr) 11rem 8rem 8rem',
} as const;

const areas = {
  base: '"state name" "message message" "kind kind" "raised over"',
  lg: '"state name kind raised over" "state message rule raised over"',
};

type Props = { alert: ShownAlert; onOpen: (id: string) => void };

/** One alert that was raised: how bad, what and where, when, and until when. What is over is calmer. */
export function HistoryRow({ alert, onOpen }: Props) {
  const { severity, resolvedAt } = alert;
  const type = typeWords[alert.type];
  const isOver = resolvedAt != null;
  const of = alert.deviceName ?? alert.siteName;
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={historyColumns}
      gridTemplateAreas={areas}
      columnGap={{ base: 2.5, lg: 4 }}
      rowGap={{ base: 1, lg: 0 }}
      borderTopWidth="1px"
      px={4}
      py={2.5}
    >
      <chakra.div role="cell" gridArea="state" pt={{ lg: 0.5 }}>
        {isOver ? <CalmState state={severity} /> : <SeverityBadge state={severity} />}
      </chakra.div>
      <chakra.div role="cell" display="contents">
        <chakra.p gridArea="name" fontWeight="medium" lineClamp={2} overflowWrap="anywhere">
          <chakra.button
            type="button"
            textAlign="start"
            borderRadius="sm"
            cursor="pointer"
            _hover={{ textDecoration: 'underline' }}
            aria-haspopup="dialog"
            onClick={() => onOpen(alert.id)}
          >
            {of}
          </chakra.button>
        </chakra.p>
        <chakra.div gridArea="message" color="fg.muted" textStyle="sm" overflowWrap="anywhere">
          <chakra.span me={2}>{alert.pastMessage ?? alert.message}</chakra.span>
          <AlertMarks alert={alert} />
        </chakra.div>
      </chakra.div>
      <chakra.div role="cell" display="contents">
        <chakra.p gridArea="kind" textStyle={{ base: 'sm', lg: 'md' }} truncate>
          {type}
          {alert.ruleName !== type && <chakra.span hideFrom="lg">{` · ${alert.ruleName}`}</chakra.span>}
        </chakra.p>
        {alert.ruleName !== type && (
          <chakra.p gridArea="rule" hideBelow="lg" color="fg.muted" textStyle="sm" truncate>
            {alert.ruleName}
          </chakra.p>
        )}
      </chakra.div>
      <Moment area="raised" word="Raised">
        <Link asChild variant="plain" color="inherit">
          <RouterLink
            to={`/alerts/${alert.id}`}
            aria-label={`${momentOf(alert.timestamp)}: the page of this alert of ${of}`}
          >
            <time dateTime={alert.timestamp}>{momentOf(alert.timestamp)}</time>
          </RouterLink>
        </Link>
      </Moment>
      {isOver ? (
        <Moment area="over" word="Over">
          <time dateTime={resolvedAt}>{momentOf(resolvedAt)}</time>
        </Moment>
      ) : (
        <chakra.p role="cell" gridArea="over" textStyle="sm" fontWeight="medium">
          Open
        </chakra.p>
      )}
    </chakra.div>
  );
}

/** Under the head of a table the moment alone; elsewhere with its word. */
const Moment = ({ area, word, children }: { area: string; word: string; children: ReactNode }) => (
  <chakra.p role="cell" gridArea={area} textStyle="sm" color="fg.muted" whiteSpace="nowrap">
    <chakra.span hideFrom="lg">{word} </chakra.span>
    {children}
  </chakra.p>
);
