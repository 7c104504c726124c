import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AddressFamily, InternetLinesQuery, LineState } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import {
  formatCount,
  formatDateTime,
  formatDuration,
  formatMonth,
  formatPercent,
  formatPercentDown,
} from '#web/lib/format.ts';
import { yupFrom } from '#web/lib/yup-for.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { Fact } from '#web/ui/Fact.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Download } from '#web/ui/icons.tsx';
import { Hint, Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { providerWords } from './line-words.ts';

export const InternetLines = graphql(`
  query InternetLines($controllerId: ID!, $siteId: String!) {
    internetLines(controllerId: $controllerId, siteId: $siteId) {
      id
      line
      provider
      asn
      addressFamily
      state
      stateSince
      isStandby
      isActive
      promisedPercent
      timeZone
      providerOutage {
        alertId
        provider
        siteCount
        since
      }
      outages {
        from
        until
        seconds
        inferredFrom {
          alertId
          provider
          siteCount
        }
      }
      months {
        month
        knownSince
        measuredSeconds
        availabilityPercent
        downSeconds
        unknownSeconds
        inferredSeconds
        isPromiseKept
      }
    }
  }
`);

export const PromiseLineAvailability = graphql(`
  mutation PromiseLineAvailability($id: ID!, $percent: String) {
    promiseLineAvailability(id: $id, percent: $percent)
  }
`);

type Line = InternetLinesQuery['internetLines'][number];

/** Lines are read with every poll. */
const EVERY = 60_000;

type SiteProps = { controllerId: string; siteId: string; siteName: string };

/** A site's internet lines: their state, outages and availability. Renders nothing for a site without any. */
export function SiteInternet({ controllerId, siteId, siteName }: SiteProps) {
  const variables = { controllerId, siteId };
  const { data, error, refetch } = useQuery(InternetLines, { variables, fetchPolicy: 'cache-and-network' });
  usePolling(EVERY, refetch);
  const lines = data?.internetLines;
  if (!lines && error)
    return <LoadFailed title="We couldn’t load the internet lines" error={error} onRetry={refetch} />;
  if (!lines || lines.length === 0) return null;
  return (
    <chakra.section aria-labelledby="internet">
      <SectionHead>
        <SectionTitle id="internet">Internet</SectionTitle>
      </SectionHead>
      <Stack gap={4}>
        {lines.map((line) => (
          <OneLine key={line.id} line={line} siteName={siteName} onChanged={() => void refetch()} />
        ))}
        <Hint>
          An outage that affects only some protocols, such as TCP, may not show. While the console is offline,
          the state of its lines is unknown. Unknown time counts neither as up nor as down. Months are in your
          team’s time zone, {lines[0]!.timeZone}.
        </Hint>
      </Stack>
    </chakra.section>
  );
}

const states: Record<LineState, { state: 'ok' | 'error' | 'unknown'; word: string }> = {
  up: { state: 'ok', word: 'Up' },
  down: { state: 'error', word: 'Down' },
  unknown: { state: 'unknown', word: 'Unknown' },
};

const families: Record<AddressFamily, string> = { ipv4: 'IPv4', ipv6: 'IPv6', dual: 'IPv4 and IPv6' };

/** What a line does now, if UniFi reports roles. */
function roleWords({ isStandby, isActive, state }: Line): string {
  if (isActive === null || state !== 'up') return isStandby ? 'Stands by' : 'Main line';
  if (isActive) return isStandby ? 'Carries the traffic of another line' : 'Carries traffic';
  return 'Stands by';
}

type LineProps = { line: Line; siteName: string };

function OneLine({ line, siteName, onChanged }: LineProps & { onChanged: () => void }) {
  const [isEditing, setIsEditing] = useState(false);
  const { outages, months, promisedPercent } = line;
  return (
    <Card as="section" aria-label={line.line} p={{ base: 4, md: 5 }}>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }}
        columnGap={5}
        rowGap={4}
      >
        <Fact name={line.line} note={line.stateSince && <RelativeTime at={line.stateSince} />}>
          <StatusDot {...states[line.state]} />
        </Fact>
        <Fact name="Provider">{providerWords(line)}</Fact>
        <Fact name="Addresses">{line.addressFamily ? families[line.addressFamily] : 'Not reported'}</Fact>
        <Fact name="Role">{roleWords(line)}</Fact>
        <Fact name="Promised availability" wide>
          {promisedPercent === null ? 'None entered' : formatPercent(promisedPercent, 3)}{' '}
          <Button variant="plain" size="sm" onClick={() => setIsEditing(true)}>
            Change
          </Button>
        </Fact>
      </chakra.dl>
      {line.providerOutage && (
        <PartOfOutage outage={line.providerOutage} isMeasured={line.state !== 'unknown'} />
      )}
      {months.length > 0 && <Months line={line} siteName={siteName} />}
      <chakra.div mt={4}>
        {outages.length === 0 ? (
          <Muted>No outages known in the last 90 days.</Muted>
        ) : (
          <Disclosure title={`Outages in the last 90 days (${outages.length})`}>
            <DividedList>
              {outages.map(({ from, until, seconds, inferredFrom }) => (
                <chakra.li key={from} py={1.5} textStyle="sm" fontVariantNumeric="tabular-nums">
                  {`${formatDateTime(new Date(from))}, ${until ? 'for' : 'ongoing for'} ${formatDuration(seconds * 1000)}`}
                  {inferredFrom && (
                    <Hint>
                      {`Not measured: the console was unreachable during an outage of ${outageWords(inferredFrom)}. `}
                      <ToAlert {...inferredFrom} />
                    </Hint>
                  )}
                </chakra.li>
              ))}
            </DividedList>
          </Disclosure>
        )}
      </chakra.div>
      {isEditing && <PromiseDialog line={line} onClose={() => setIsEditing(false)} onChanged={onChanged} />}
    </Card>
  );
}

type OutageProps = { outage: NonNullable<Line['providerOutage']>; isMeasured: boolean };

const PartOfOutage = ({ outage, isMeasured }: OutageProps) => (
  <chakra.p mt={4} textStyle="sm">
    {`This line has been part of an outage of ${outageWords(outage)} since ${formatDateTime(new Date(outage.since))}. `}
    {!isMeasured && 'The console is unreachable, so this line can’t be measured. '}
    <ToAlert {...outage} />
  </chakra.p>
);

/** "Comcast at 6 sites" */
const outageWords = ({ provider, siteCount }: { provider: string; siteCount: number }): string =>
  `${provider} at ${formatCount(siteCount, 'site')}`;

const ToAlert = ({ alertId }: { alertId: string | null }) =>
  alertId && (
    <Link asChild>
      <RouterLink to={`/alerts/${alertId}`}>View alert</RouterLink>
    </Link>
  );

/** Earlier months are behind a title. */
const MONTHS_SHOWN = 3;

const Months = ({ line, siteName }: LineProps) => (
  <>
    <MonthTable
      line={line}
      siteName={siteName}
      months={line.months.slice(0, MONTHS_SHOWN)}
      name={`Availability of ${line.line}`}
    />
    {line.months.length > MONTHS_SHOWN && (
      <Disclosure title="Earlier months">
        <MonthTable
          line={line}
          siteName={siteName}
          months={line.months.slice(MONTHS_SHOWN)}
          name={`Earlier availability of ${line.line}`}
        />
      </Disclosure>
    )}
  </>
);

/** Seconds. A share of less than a day isn't known to three decimals. */
const DAY = 86_400;

type MonthTableProps = LineProps & { months: Line['months']; name: string };

const MonthTable = ({ line, siteName, months, name }: MonthTableProps) => (
  <chakra.table
    mt={4}
    w="full"
    textStyle={{ base: 'xs', md: 'sm' }}
    fontVariantNumeric="tabular-nums"
    aria-label={name}
  >
    <thead>
      <chakra.tr color="fg.muted" textAlign="start">
        <HeadCell>Month</HeadCell>
        <HeadCell>Availability</HeadCell>
        <HeadCell>Down</HeadCell>
        <HeadCell>Unknown</HeadCell>
        <HeadCell>Evidence</HeadCell>
      </chakra.tr>
    </thead>
    <tbody>
      {months.map(({ month, knownSince, availabilityPercent, isPromiseKept, ...seconds }) => (
        <tr key={month}>
          <Cell>
            {formatMonth(month)}
            {knownSince && <Hint>{`since ${formatDateTime(new Date(knownSince))}`}</Hint>}
          </Cell>
          <Cell>
            {availabilityPercent === null
              ? 'Unknown'
              : formatPercentDown(availabilityPercent, seconds.measuredSeconds < DAY ? 1 : 3)}
            {isPromiseKept === false && (
              <chakra.span ms={2}>
                <StatusDot state="error" word="Below the promise" />
              </chakra.span>
            )}
          </Cell>
          <Cell>{lengthWords(seconds.downSeconds)}</Cell>
          <Cell>
            {lengthWords(seconds.unknownSeconds)}
            {seconds.inferredSeconds > 0 && (
              <Hint>{`including ${lengthWords(seconds.inferredSeconds)} during provider outages`}</Hint>
            )}
          </Cell>
          <Cell>
            <Evidence line={line} siteName={siteName} month={month} />
          </Cell>
        </tr>
      ))}
    </tbody>
  </chakra.table>
);

/** Files to send to the provider. */
const Evidence = ({ line: { id, line }, siteName, month }: LineProps & { month: string }) => (
  <chakra.div display="flex" flexWrap="wrap" columnGap={3}>
    {(['PDF', 'CSV'] as const).map((type) => (
      <DownloadButton
        key={type}
        variant="plain"
        size="sm"
        path={`/api/internet-lines/${id}/${month}/${type.toLowerCase()}`}
        file={`${line} (${siteName}) ${month}.${type.toLowerCase()}`}
        aria-label={`Download ${type} of ${line} for ${formatMonth(month)}`}
      >
        <Download size={14} strokeWidth={1.75} aria-hidden />
        {type}
      </DownloadButton>
    ))}
  </chakra.div>
);

const lengthWords = (seconds: number): string => (seconds === 0 ? 'None' : formatDuration(seconds * 1000));

const HeadCell = chakra('th', { base: { textAlign: 'start', fontWeight: 'medium', py: 1, pe: 2 } });
const Cell = chakra('td', { base: { py: 1, pe: 2 } });

type Values = { percent: string | null };

/** The server checks what was entered. */
const rules = yupFrom({ percent: { type: 'string', list: false, required: false, rules: [] } });

function PromiseDialog({
  line,
  onClose,
  onChanged,
}: {
  line: Line;
  onClose: () => void;
  onChanged: () => void;
}) {
  const [promise] = useMutation(PromiseLineAvailability);
  const save = async ({ percent }: Partial<Values>) => {
    await promise({ variables: { id: line.id, percent: percent ?? null } });
    onChanged();
    onClose();
  };
  return (
    <EditDialog
      title={`Promised availability of ${line.line}`}
      description={providerWords(line)}
      submit="Save"
      onClose={onClose}
      initial={{ percent: line.promisedPercent === null ? '' : String(line.promisedPercent) }}
      rules={rules}
      onSubmit={save}
      failure={{ title: 'Saving failed', fallback: 'We couldn’t save the promised availability.' }}
    >
      <TextField
        name="percent"
        label="Percent per month"
        autoComplete="off"
        placeholder="99.9"
        help="From your contract with the provider. Leave blank to remove it."
      />
    </EditDialog>
  );
}
