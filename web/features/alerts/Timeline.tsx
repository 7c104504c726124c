import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { AlertInDetailQuery, AlertSeverity } from '#web/gql/graphql.ts';
import { exactTime } from '#web/lib/dates.ts';
import { StateShape, type State } from '#web/ui/StateShape.tsx';
import { entryState, entryWords } from './entry-words.ts';
import { momentOf } from './moment.ts';
import { NotTold } from './NotTold.tsx';
import { alike, timelineItems, type Entry, type Told } from './timeline-items.ts';
import { ToldLine } from './ToldLine.tsx';
import { MOST_TOLD } from './useAlertInDetail.ts';

type Props = {
  alert: AlertInDetailQuery['alert'];
  entries: readonly Entry[];
  /** Undefined while it is not known who was told. */
  deliveries: readonly Told[] | undefined;
  onResent: () => void;
};

/** What happened to an alert and was done with it, oldest first, and at each line who was told of it. */
export const Timeline = ({ alert, entries, deliveries, onResent }: Props) => (
  <chakra.ol listStyleType="none" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
    {timelineItems(entries, deliveries ?? []).map((item) =>
      item.kind === 'run' ? (
        <ComingsAndGoings key={item.id} entries={item.entries} severity={alert.severity} />
      ) : (
        <Line
          key={item.id}
          entry={item.entry}
          severity={alert.severity}
          isSaid={item.entry.kind === 'maintenance' && waitsUntil(item.entry.until, deliveries)}
        >
          {item.told.length > 0 && (
            <chakra.ul
              aria-label={`Told of: ${entryWords[item.entry.kind]}`}
              listStyleType="none"
              mt={1}
              textStyle="sm"
              display="flex"
              flexDirection="column"
              gap={1}
            >
              {alike(item.told).map((told) => (
                <ToldLine key={told[0]!.id} told={told} onResent={onResent} />
              ))}
            </chakra.ul>
          )}
          {/* Among the newest alone there may be none that told of the beginning, though many did. */}
          {item.entry.kind === 'raised' && deliveries && deliveries.length < MOST_TOLD && (
            <NotTold alert={alert} entries={entries} told={item.told} />
          )}
        </Line>
      ),
    )}
  </chakra.ol>
);

type LineProps = {
  entry: Entry;
  severity: AlertSeverity;
  /** A delivery gives its detail as the reason why it waits. */
  isSaid?: boolean;
  children?: ReactNode;
};

function Line(props: LineProps) {
  const { kind, at, by, until, detail } = props.entry;
  return (
    <Step at={at} state={entryState(props.entry, props.severity)}>
      <p>
        <chakra.span fontWeight="medium">{entryWords[kind]}</chakra.span>
        {until && ` until ${momentOf(until)}`}
        {by && ` by ${by}`}
      </p>
      {detail && !props.isSaid && <chakra.p color="fg.muted">{detail}</chakra.p>}
      {props.children}
    </Step>
  );
}

const waitsUntil = (until: Entry['until'], deliveries: Props['deliveries']): boolean =>
  !!until && !!deliveries?.some(({ status, notBefore }) => status === 'held' && notBefore === until);

/** The many of a device that comes and goes, to be unfolded. */
function ComingsAndGoings({ entries, severity }: { entries: readonly Entry[]; severity: AlertSeverity }) {
  const times = entries.filter(({ kind }) => kind === 'disturbed').length;
  return (
    <Step at={entries[0]!.at} state="warning">
      <details>
        <chakra.summary cursor="pointer" borderRadius="sm">
          <chakra.span fontWeight="medium">{`Wrong again ${times} times`}</chakra.span>
          {` until ${momentOf(entries.at(-1)!.at)}`}
        </chakra.summary>
        <chakra.ol listStyleType="none" mt={2} maxH={64} overflowY="auto" tabIndex={0}>
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} severity={severity} />
          ))}
        </chakra.ol>
      </details>
    </Step>
  );
}

/** One step down the line: when, its shape, what. */
const Step = ({ at, state, children }: { at: string; state: State | undefined; children: ReactNode }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: '0.875rem minmax(0, 1fr)', sm: '6.5rem 0.875rem minmax(0, 1fr)' }}
    columnGap={3}
    pb={3}
  >
    <chakra.time
      dateTime={at}
      title={exactTime(new Date(at))}
      color="fg.muted"
      textStyle="sm"
      textAlign={{ sm: 'end' }}
      gridColumn={{ base: 2, sm: 1 }}
      gridRow={1}
      mt={{ sm: '1px' }}
    >
      {momentOf(at)}
    </chakra.time>
    <chakra.span
      gridColumn={{ base: 1, sm: 2 }}
      gridRow={1}
      mt={1}
      display="flex"
      justifyContent="center"
      color={state ? `state.${state}` : 'fg.subtle'}
    >
      {state ? <StateShape state={state} size={12} /> : <Dot />}
    </chakra.span>
    <chakra.div gridColumn={{ base: 2, sm: 3 }} minW={0}>
      {children}
    </chakra.div>
  </chakra.li>
);

const Dot = () => <chakra.span aria-hidden boxSize={1.5} mt="3px" borderRadius="full" bg="currentColor" />;
