import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { InfoTip } from '#web/ui/InfoTip.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Muted } from '#web/ui/text.tsx';

export const ReportStateFields = graphql(`
  fragment ReportStateFields on Report {
    timeZone
    until
    incidentsUntil
    madeAt
    finalAt
    isPreparing
    alertsSince
  }
`);

/** How far a report goes, and whether its figures still change. */
export function ReportState(props: { report: FragmentType<typeof ReportStateFields> }) {
  const { timeZone, until, incidentsUntil, madeAt, finalAt, isPreparing, alertsSince } = readFragment(
    ReportStateFields,
    props.report,
  );
  const at = (moment: string) => formatDateTime(new Date(moment));
  return (
    <>
      <Muted as="div" mb={4}>
        {madeAt
          ? `Final figures, stored on ${at(madeAt)}.`
          : `So far: uptime until ${at(until)}, incidents until ${at(incidentsUntil)}. These figures still change, until they’re stored on ${at(finalAt)}.`}{' '}
        <InfoTip label="How reports are made">
          {`A month follows the calendar of ${timeZone}, your team’s time zone. On the first of the next month at 07:00, its figures are stored and no longer change: not when alerts are deleted, and not when a site moves. A site that changed customers or tags counts with its whole month for those it had when the figures were made.`}
        </InfoTip>
      </Muted>
      {isPreparing && (
        <Notice state="info" title="Some days are still being added up">
          This takes a few minutes. Until then, those days are unknown.
        </Notice>
      )}
      {alertsSince && (
        <Notice state="warning" title="Older alerts of this month are missing">
          {`Your package had deleted alerts that ended before ${at(alertsSince)}, so they aren’t counted.`}
        </Notice>
      )}
    </>
  );
}
