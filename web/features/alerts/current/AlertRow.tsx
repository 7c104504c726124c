import { useFragment } from '@apollo/client/react';
import { memo, type MouseEvent } from 'react';
import type { AlertRowFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatCount, formatExactTime, formatRelativeTime } from '#web/lib/format.ts';
import { useClock } from '#web/lib/useClock.ts';
import { AlarmClock, Check, Construction, Ellipsis, Undo2, UserCheck } from '#web/ui/icons.tsx';
import { Swatch } from '#web/ui/Swatch.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { momentOf, typeWords } from '../alert-words.ts';
import { AlertMarks, HandledByFields, MutedSeverity } from '../AlertMarks.tsx';
import { isMaintained, isQuiet, isSnoozed } from '../snooze.ts';
import { useRights } from '../useAlertActions.ts';
import type { Row } from './sections.ts';

export const AlertRowFields = graphql(`
  fragment AlertRowFields on Alert {
    id
    summary
    message
    pastMessage
    severity
    type
    ruleName
    deviceName
    deviceMac
    controllerId
    siteId
    siteName
    timestamp
    since
    raises
    affectedCount
    affectedSiteCount
    unknownSince
    calmSince
    acknowledgedAt
    acknowledgedById
    snoozedUntil
    snoozedById
    maintenanceUntil
    customer {
      id
      name
      color
    }
    ...AlertMarksFields
    ...HandledByFields
    ...AlertDialogFields
  }
`);

/** What can be done with one row. The list handles it, so that rows stay cheap. */
export type RowAct = (act: 'open' | 'toggle' | 'pick' | 'menu', id: string, event: MouseEvent) => void;

type Props = {
  row: Row;
  rowIndex: number;
  isActive: boolean;
  isPicked: boolean;
  onAct: RowAct;
};

/** One alert on two lines: what, where, since when, who has it, and what to do next. Muted when no one needs to act. */
export const AlertRow = memo(function AlertRow({ row, rowIndex, isActive, isPicked, onAct }: Props) {
  const { data, complete } = useFragment({
    fragment: AlertRowFields,
    fragmentName: 'AlertRowFields',
    from: { __typename: 'Alert', id: row.id },
  });
  const now = useClock('quarter');
  if (!complete) return <BlankRow />;
  const alert = data as AlertRowFieldsFragment;
  const { id, severity } = alert;
  const isUnknown = alert.unknownSince != null;
  const isGone = row.phase === 'gone';
  const quiet = isQuiet(alert, now);
  return (
    <div
      role="row"
      data-part="row"
      data-id={id}
      data-phase={row.phase}
      data-state={isUnknown ? 'unknown' : severity}
      data-quiet={quiet || undefined}
      data-loud={(severity === 'critical' && !isUnknown && !quiet && !isGone) || undefined}
      aria-rowindex={rowIndex}
      aria-selected={isPicked}
      aria-hidden={row.phase === 'leaving' || undefined}
      tabIndex={isActive ? 0 : -1}
    >
      <Cells
        alert={alert}
        now={now}
        quiet={quiet}
        isGone={isGone}
        isPicked={isPicked}
        tab={isActive ? 0 : -1}
        onAct={onAct}
      />
    </div>
  );
});

type CellsProps = {
  alert: AlertRowFieldsFragment;
  now: number;
  quiet: boolean;
  isGone: boolean;
  isPicked: boolean;
  tab: 0 | -1;
  onAct: RowAct;
};

/** What a row shows. Kept while only its place in the list changes, as it does for every row below an arrival. */
const Cells = memo(function Cells({ alert, now, quiet, isGone, isPicked, tab, onAct }: CellsProps) {
  const { id, severity, siteName, customer } = alert;
  const name = alert.deviceName ?? siteName;
  // As on the dashboard and the wall. A rule raises the alert only after its duration.
  const began = alert.since;
  const ago = formatRelativeTime(new Date(began), new Date(now));
  return (
    <>
      <div role="gridcell" data-part="pick">
        <label>
          <input
            type="checkbox"
            checked={isPicked}
            tabIndex={tab}
            aria-label={`Select ${name}`}
            onChange={() => undefined}
            onClick={(event) => onAct('pick', id, event)}
          />
        </label>
      </div>
      <div role="gridcell" data-part="state">
        {quiet ? <MutedSeverity state={severity} isShort /> : <SeverityBadge state={severity} isShort />}
      </div>
      <div role="gridcell" data-part="what">
        <div data-part="name">
          {/* A link, so that it opens in a new tab too. */}
          <a
            href={`/alerts/${id}`}
            tabIndex={tab}
            aria-haspopup="dialog"
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onAct('open', id, event);
            }}
          >
            {name}
          </a>
          <span data-part="type">{typeWords[alert.type]}</span>
          <time data-part="short" dateTime={began}>
            {ago}
          </time>
        </div>
        <div data-part="brief">
          <HandledIcons alert={alert} now={now} />
          {isGone
            ? 'No longer in this list'
            : (alert.affectedSiteCount
                ? [typeWords[alert.type], formatCount(alert.affectedSiteCount, 'site')]
                : [typeWords[alert.type], behindWords(alert), siteName !== name && siteName, customer?.name]
              )
                .filter(Boolean)
                .join(' · ')}
        </div>
        <div data-part="message" title={alert.pastMessage ?? alert.message}>
          {isGone && <b>No longer in this list. </b>}
          {alert.summary} {behindWords(alert) && <b>{`${behindWords(alert)} `}</b>}
          <AlertMarks alert={alert} />
          <span data-part="also">
            {(alert.affectedSiteCount
              ? [handledWords(alert, now)]
              : [handledWords(alert, now), customer?.name, siteName !== name && siteName]
            )
              .map((fact) => fact && ` · ${fact}`)
              .filter(Boolean)}
          </span>
        </div>
      </div>
      <div role="gridcell" data-part="place">
        <div data-part="one">
          {customer && !alert.affectedSiteCount && <Swatch color={customer.color} />}
          <span>
            {alert.affectedSiteCount
              ? formatCount(alert.affectedSiteCount, 'site')
              : (customer?.name ?? siteName)}
          </span>
        </div>
        {customer && !alert.affectedSiteCount && <div data-part="two">{siteName}</div>}
      </div>
      <div role="gridcell" data-part="since">
        <time
          dateTime={began}
          title={`Began ${formatExactTime(new Date(began))}\nAlert raised ${formatExactTime(new Date(alert.timestamp))}`}
        >
          {ago}
        </time>
        <div data-part="two">
          {alert.raises > 1 && 'again '}
          {momentOf(began)}
        </div>
      </div>
      <div role="gridcell" data-part="who">
        <Handled alert={alert} now={now} />
      </div>
      <RowButtons alert={alert} name={name} tab={tab} onAct={onAct} />
    </>
  );
});

type HandledProps = { alert: AlertRowFieldsFragment; now: number };

/** "+17 devices": how many are or were down behind it. */
const behindWords = ({ affectedCount }: Pick<AlertRowFieldsFragment, 'affectedCount'>): string | undefined =>
  affectedCount ? `+${formatCount(affectedCount, 'device')}` : undefined;

/** Who has the alert, and until when it is snoozed. */
function Handled({ alert, now }: HandledProps) {
  const handled = readFragment(HandledByFields, alert);
  const { acknowledgedAt, acknowledgedBy, acknowledgeNote, snoozedUntil, snoozedBy } = handled;
  const { maintenanceUntil } = alert;
  return (
    <>
      {acknowledgedAt != null && (
        <>
          <div data-part="one">
            <UserCheck size={14} strokeWidth={1.75} aria-hidden />
            <span>
              <Hidden>Acknowledged by </Hidden>
              {acknowledgedBy}
            </span>
          </div>
          <div data-part="two" title={acknowledgeNote ?? undefined}>
            {formatRelativeTime(new Date(acknowledgedAt), new Date(now))}
            {acknowledgeNote && ` “${acknowledgeNote}”`}
          </div>
        </>
      )}
      {isSnoozed(alert, now) && (
        <>
          <div data-part="one">
            <AlarmClock size={14} strokeWidth={1.75} aria-hidden />
            <span>Snoozed until {momentOf(snoozedUntil!)}</span>
          </div>
          {acknowledgedAt == null && <div data-part="two">by {snoozedBy}</div>}
        </>
      )}
      {isMaintained(alert, now) && (
        <>
          <div data-part="one">
            <Construction size={14} strokeWidth={1.75} aria-hidden />
            <span>In maintenance</span>
          </div>
          <div data-part="two">until {momentOf(maintenanceUntil!)}</div>
        </>
      )}
    </>
  );
}

/** The same as icons with words for screen readers, for phones. */
function HandledIcons({ alert, now }: HandledProps) {
  const words = handledWords(alert, now);
  return (
    <>
      {alert.acknowledgedAt != null && <UserCheck size={14} strokeWidth={1.75} aria-hidden />}
      {isSnoozed(alert, now) && <AlarmClock size={14} strokeWidth={1.75} aria-hidden />}
      {isMaintained(alert, now) && <Construction size={14} strokeWidth={1.75} aria-hidden />}
      {words && <Hidden>{`${words}. `}</Hidden>}
    </>
  );
}

/** The same in a few words, for narrow screens. */
function handledWords(alert: AlertRowFieldsFragment, now: number): string {
  const { acknowledgedAt, acknowledgedBy, snoozedUntil } = readFragment(HandledByFields, alert);
  const words = [
    acknowledgedAt != null && `Acknowledged by ${acknowledgedBy}`,
    isSnoozed(alert, now) && `Snoozed until ${momentOf(snoozedUntil!)}`,
    isMaintained(alert, now) && `Maintenance until ${momentOf(alert.maintenanceUntil!)}`,
  ];
  return words.filter(Boolean).join(' · ');
}

type RowButtonsProps = { alert: AlertRowFieldsFragment; name: string; tab: number; onAct: RowAct };

/** The next action, and a menu of all of them. */
function RowButtons({ alert, name, tab, onAct }: RowButtonsProps) {
  const { mayAcknowledge } = useRights(alert);
  const isAcknowledged = alert.acknowledgedAt != null;
  const Icon = isAcknowledged ? Undo2 : Check;
  return (
    <div role="gridcell" data-part="act">
      {/* One button for both actions, so that focus stays on it when the label changes. */}
      {mayAcknowledge && (
        <button
          type="button"
          tabIndex={tab}
          data-first={!isAcknowledged || undefined}
          aria-label={isAcknowledged ? `Undo acknowledgement of ${name}` : `Acknowledge ${name}`}
          // The second click of a double click would undo the first.
          onClick={(event) => event.detail < 2 && onAct('toggle', alert.id, event)}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          <span>{isAcknowledged ? 'Undo' : 'Acknowledge'}</span>
        </button>
      )}
      <button
        type="button"
        tabIndex={tab}
        aria-haspopup="menu"
        aria-label={`Actions for ${name}`}
        onClick={(event) => onAct('menu', alert.id, event)}
      >
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}

/** A row whose alert is on its way. */
export const BlankRow = () => (
  <div data-part="blank" aria-hidden>
    <i style={{ width: '4rem' }} />
    <i style={{ width: '38%' }} />
    <i style={{ width: '12%', marginInlineStart: 'auto' }} />
  </div>
);

const Hidden = ({ children }: { children: string }) => <span data-part="hidden">{children}</span>;
