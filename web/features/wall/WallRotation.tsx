import { chakra } from '@chakra-ui/react';
import { typeWords } from '#web/features/alerts/alert-words.ts';
import type { WallQuery } from '#web/gql/graphql.ts';
import { formatCount, formatDuration, formatNumber } from '#web/lib/format.ts';
import { StateIcon, type State } from '#web/ui/StateIcon.tsx';

/** How long each customer is shown, in milliseconds. */
const TURN = 10_000;

/** While there are new alerts, only one turn in this many goes to a customer whose alerts are all handled. */
const HANDLED_TURN = 4;

/** Customers in the list beside the one that is shown. */
const LISTED = 12;

/** Alerts of the one that is shown, at most. */
const MOST_ALERTS = 8;

type Group = WallQuery['wall']['trouble'][number];
type WallAlert = Group['alerts'][number];

/** Whose turn it is. Customers with new alerts share most turns, and those whose alerts are all handled the rest. */
function groupInTurn(groups: readonly Group[], turn: number): Group {
  const fresh = groups.filter(({ newCount }) => newCount > 0);
  const handled = groups.filter(({ newCount }) => newCount === 0);
  const pick = (from: readonly Group[], place: number) => from[place % from.length]!;
  if (fresh.length === 0) return pick(handled, turn);
  if (handled.length === 0) return pick(fresh, turn);
  const rounds = Math.floor(turn / HANDLED_TURN);
  return turn % HANDLED_TURN === HANDLED_TURN - 1 ? pick(handled, rounds) : pick(fresh, turn - rounds);
}

/**
 * What the list shows: the worst customers, always in the same place. If the one that is shown isn't among them, it takes the
 * last line.
 */
function listed(groups: readonly Group[], shown: Group): readonly Group[] {
  const top = groups.slice(0, LISTED);
  return top.includes(shown) ? top : [...top.slice(0, -1), shown];
}

/** Line heights of both lists in em. With them, the available height decides the font size. */
const LINE = { customer: 2.1, alert: 3.4 };

/** The largest font size at which this many em still fit the list's height. */
const fitted = (ems: number, smallest: string, largest: string) =>
  `clamp(${smallest}, ${Math.floor(9_950 / ems) / 100}cqh, ${largest})`;

/** A list of whole rows: one that would be cut off wraps into a second column, which is hidden. */
const WholeRows = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    flexWrap: 'wrap',
    alignContent: 'flex-start',
    height: '100%',
    overflow: 'hidden',
    '& > li': { width: '100%' },
  },
});

/** What is shown may not be so now. Then ages are those of its moment, and shapes are gray. */
interface Shown {
  /** In milliseconds since 1970. */
  asOf: number;
  isStale: boolean;
  /** When it was so, unless it's live. */
  staleWords?: string;
}

const colorOf = (state: State, isStale: boolean) => `state.${isStale ? 'unknown' : state}`;

/** The customers in trouble as a list, and one of them in full. Those with new alerts stay on top and get most turns. */
export function WallRotation({
  groups,
  count,
  now,
  ...shown
}: Shown & { groups: readonly Group[]; count: number; now: number }) {
  const { staleWords } = shown;
  const group = groupInTurn(groups, Math.floor(now / TURN));
  const beside = listed(groups, group);
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 2.2fr)' }}
      gridTemplateRows="minmax(0, 1fr)"
      gap="3vmin"
      minH={0}
    >
      <chakra.div hideBelow="lg" containerType="size" fontSize="1.2em">
        <WholeRows
          aria-label="Customers in trouble"
          fontSize={fitted((LISTED + 1) * LINE.customer, '12px', '1.12em')}
        >
          {beside.map((one) => (
            <Listed key={one.key} group={one} isShown={one === group} {...shown} />
          ))}
          {count > beside.length && (
            <chakra.li
              px="0.7em"
              lineHeight={LINE.customer}
              color="fg.muted"
            >{`${formatNumber(count - beside.length)} more`}</chakra.li>
          )}
        </WholeRows>
      </chakra.div>
      <chakra.section
        minH={0}
        aria-live="off"
        display="grid"
        gridTemplateRows="auto auto minmax(0, 1fr)"
        gap="1.2vmin"
      >
        <chakra.h2
          fontSize={{ base: '1.8em', lg: '2.6em' }}
          lineHeight={1.15}
          fontWeight="semibold"
          lineClamp={2}
          overflowWrap="anywhere"
        >
          {group.name}
        </chakra.h2>
        <chakra.p color="fg.muted" fontSize="1.3em">
          {staleWords && <b>{`${staleWords}: `}</b>}
          {formatCount(group.alertCount, 'open alert')}
          {group.newCount > 0 &&
            group.newCount < group.alertCount &&
            `, ${formatNumber(group.newCount)} new,`}
          {group.siteCount > 1 &&
            ` at ${formatNumber(group.sitesInTrouble)} of ${formatNumber(group.siteCount)} sites`}
          {group.sitesUnknown > 0 && (
            <chakra.span whiteSpace="nowrap">
              {' · '}
              <chakra.span color="state.unknown" display="inline-block" me="0.4em">
                <StateIcon state="unknown" size="0.7em" />
              </chakra.span>
              {`${formatCount(group.sitesUnknown, 'site')} can’t be read`}
            </chakra.span>
          )}
        </chakra.p>
        <chakra.div containerType="size">
          <WholeRows aria-label="Worst alerts" fontSize={fitted(MOST_ALERTS * LINE.alert, '14px', '1.6em')}>
            {group.alerts.map((alert) => (
              <AlertLine
                key={`${alert.type} ${alert.siteName} ${alert.deviceName} ${alert.since}`}
                alert={alert}
                {...shown}
              />
            ))}
          </WholeRows>
        </chakra.div>
      </chakra.section>
    </chakra.div>
  );
}

const stateOf = ({ isUnknown, severity }: WallAlert): State => (isUnknown ? 'unknown' : severity);

/** The severity of its worst new alert, unless no new alert can be measured, else the state of its worst alert. */
function groupState({ alerts, newCount, worstNew }: Group): State | undefined {
  const [worst] = alerts;
  const fresh = alerts.filter(({ isHandled }) => !isHandled);
  // Those beyond the listed ones may well be measured.
  const isAllListed = fresh.length === newCount;
  if (worstNew && !(isAllListed && fresh.every(({ isUnknown }) => isUnknown))) return worstNew;
  return worst && stateOf(worst);
}

/** A customer with the shape and the age of its worst alert. One without new alerts is dimmed. */
function Listed({ group, isShown, asOf, isStale }: Shown & { group: Group; isShown: boolean }) {
  const [worst] = group.alerts;
  const state = groupState(group);
  return (
    <chakra.li
      aria-current={isShown || undefined}
      display="grid"
      gridTemplateColumns="0.9em minmax(0, 1fr) auto 2.2em"
      gap="0.6em"
      alignItems="center"
      px="0.7em"
      minH={`${LINE.customer}em`}
      borderRadius="0.4em"
      bg={isShown ? 'bg.muted' : undefined}
      color={group.newCount > 0 && !isStale ? 'fg' : 'fg.muted'}
      fontVariantNumeric="tabular-nums"
    >
      <chakra.span
        color={state && colorOf(state, isStale)}
        opacity={group.newCount > 0 ? 1 : 0.6}
        lineHeight={0}
      >
        {state && <StateIcon state={state} size="0.8em" />}
      </chakra.span>
      <chakra.span truncate fontWeight={group.newCount > 0 ? 'semibold' : 'normal'}>
        {group.name}
      </chakra.span>
      <chakra.span fontSize="0.85em" color="fg.muted" whiteSpace="nowrap">
        {worst && formatDuration(asOf - Date.parse(worst.since))}
      </chakra.span>
      <chakra.b textAlign="end">{formatNumber(group.alertCount)}</chakra.b>
    </chakra.li>
  );
}

const handledWords = ({ isAcknowledged, isInMaintenance }: WallAlert): string =>
  isInMaintenance && !isAcknowledged ? 'In maintenance' : 'Handled';

function AlertLine({ alert, asOf, isStale }: Shown & { alert: WallAlert }) {
  const state = stateOf(alert);
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr) auto"
      gap="0.8em"
      alignItems="center"
      minH={`${LINE.alert}em`}
      borderTopWidth="1px"
      lineHeight={1.25}
      color={alert.isHandled || isStale ? 'fg.muted' : 'fg'}
    >
      <chakra.span color={colorOf(state, isStale)} opacity={alert.isHandled ? 0.6 : 1} lineHeight={0}>
        <StateIcon state={state} size="0.8em" />
      </chakra.span>
      <chakra.div minW={0}>
        <chakra.p truncate fontWeight={alert.isHandled ? 'normal' : 'semibold'}>
          {alert.deviceName ?? alert.siteName}
        </chakra.p>
        <chakra.p truncate color="fg.muted" fontSize="max(0.8em, 12px)">
          {typeWords[alert.type]}
          {alert.deviceName != null && ` · ${alert.siteName}`}
        </chakra.p>
      </chakra.div>
      <chakra.div textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        <p>{formatDuration(asOf - Date.parse(alert.since))}</p>
        {(alert.isHandled || alert.isUnknown) && (
          <chakra.p color="fg.muted" fontSize="max(0.8em, 12px)">
            {alert.isUnknown ? 'State unknown' : handledWords(alert)}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.li>
  );
}
