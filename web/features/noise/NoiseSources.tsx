import { useQuery } from '@apollo/client/react';
import { chakra, Link, Stack } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { conditionWords, durationWords } from '#web/features/alerts/alert-words.ts';
import type { NoiseSourcesQuery } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatCount, formatDate, formatNumber } from '#web/lib/format.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { Card } from '#web/ui/Card.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Results } from '#web/ui/Results.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Hint, Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { QuieterDevice } from './QuieterDevice.tsx';
import { QuieterRule, QuieterRuleFields } from './QuieterRule.tsx';
import { WideCell } from './WideCell.tsx';

export const NoiseSourcesOf = graphql(`
  query NoiseSources($weeks: Int!) {
    noiseSources(weeks: $weeks) {
      from
      rules {
        ...QuieterRuleFields
        messages
        alerts
        untouched
        brief
      }
      devices {
        name
        controllerId
        siteId
        siteName
        mac
        line
        asn
        ...QuieterDeviceFields
        messages
        alerts
        untouched
      }
    }
  }
`);

const periods = [
  { value: '1', label: 'This week' },
  { value: '4', label: 'Last 4 weeks' },
  { value: '8', label: 'Last 8 weeks' },
];
const usual = '4';

type Sources = NoiseSourcesQuery['noiseSources'];

/** The rules and devices that caused most messages. The address has the period. */
export function NoiseSources() {
  const [chosen, choose] = useSearchParam('weeks');
  const weeks = periods.some(({ value }) => value === chosen) ? chosen! : usual;
  const { data, previousData, error, refetch } = useQuery(NoiseSourcesOf, {
    variables: { weeks: Number(weeks) },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  // One run at a time, because the server keeps one for each person.
  const [running, setRunning] = useState<string>();
  const sources = (data ?? (error ? undefined : previousData))?.noiseSources;
  return (
    <Stack gap={8}>
      <section aria-labelledby="rules">
        <SectionHead>
          <div>
            <SectionTitle id="rules">Noisiest rules</SectionTitle>
            {sources && (
              <Hint mt={0.5}>
                Messages and alerts since {formatDate(new Date(sources.from))}. Summaries of many alerts
                aren’t counted here.
              </Hint>
            )}
          </div>
          <Select
            aria-label="Period"
            w={{ base: 'full', sm: 'auto' }}
            options={periods}
            value={weeks}
            onChange={({ target }) => choose(target.value === usual ? undefined : target.value)}
          />
        </SectionHead>
        {error && !sources ? (
          <LoadFailed title="We couldn’t load the noisiest rules" error={error} onRetry={refetch} />
        ) : !sources ? (
          <SkeletonRows rows={5} />
        ) : (
          <Results searching={!data}>
            <Rules rules={sources.rules} running={running} onRunning={setRunning} />
          </Results>
        )}
      </section>
      {sources && (
        <section aria-labelledby="devices">
          <SectionHead>
            <SectionTitle id="devices">Noisiest devices</SectionTitle>
          </SectionHead>
          <Results searching={!data}>
            <Devices devices={sources.devices} running={running} onRunning={setRunning} />
          </Results>
        </section>
      )}
    </Stack>
  );
}

const columns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 3fr) 6rem 5rem 8rem 8.5rem',
} as const;

const Head = ({ first, more }: { first: string; more: readonly string[] }) => (
  <>
    <span role="columnheader">{first}</span>
    {['Messages', 'Alerts', 'Never acted on', ...more].map((head) => (
      <chakra.span key={head} role="columnheader" textAlign="end">
        {head}
      </chakra.span>
    ))}
  </>
);

type Running = { running: string | undefined; onRunning: (key: string | undefined) => void };

function Rules({ rules, running, onRunning }: { rules: Sources['rules'] } & Running) {
  if (rules.length === 0) return <Nothing>No rule has raised alerts in this period.</Nothing>;
  return (
    <GridTable
      label="Noisiest rules"
      columns={columns}
      head={<Head first="Rule" more={['Over in 5 minutes']} />}
    >
      {rules.map((row) => {
        const rule = readFragment(QuieterRuleFields, row);
        const { ruleId, name, condition, threshold, duration } = rule;
        return (
          <Row
            key={ruleId}
            name={
              <Link asChild css={touchArea}>
                <RouterLink to="/alerts?tab=rules">{name}</RouterLink>
              </Link>
            }
            note={[conditionWords[condition], threshold, durationWords(duration)].filter(Boolean).join(' · ')}
            figures={row}
          >
            <QuieterRule
              rule={row}
              isBlocked={running !== undefined && running !== ruleId}
              onRunning={(isRunning) => onRunning(isRunning ? ruleId : undefined)}
            />
          </Row>
        );
      })}
    </GridTable>
  );
}

function Devices({ devices, running, onRunning }: { devices: Sources['devices'] } & Running) {
  if (devices.length === 0) return <Nothing>There were no alerts about devices in this period.</Nothing>;
  return (
    <GridTable label="Noisiest devices" columns={columns} head={<Head first="Device" more={[]} />}>
      {devices.map((device) => {
        const { name, controllerId, siteId, siteName, mac, line, asn } = device;
        const key = [controllerId, siteId, mac, line, asn, name].join(' ');
        const place: Record<string, string> = controllerId
          ? { of: controllerId, site: siteId ?? '', ...(mac && { mac }) }
          : { type: 'isp_outage' };
        return (
          <Row
            key={key}
            name={
              <Link asChild css={touchArea}>
                <RouterLink
                  to={`/alerts?${new URLSearchParams({ tab: 'history', ...place, period: 'all' })}`}
                >
                  {name}
                </RouterLink>
              </Link>
            }
            note={placeWords(name, siteName, asn)}
            figures={device}
          >
            <QuieterDevice
              device={device}
              isBlocked={running !== undefined && running !== key}
              onRunning={(isRunning) => onRunning(isRunning ? key : undefined)}
            />
          </Row>
        );
      })}
    </GridTable>
  );
}

function placeWords(name: string, siteName: string | null, asn: number | null): string {
  if (siteName === null) return ['Internet provider', asn !== null && `AS${asn}`].filter(Boolean).join(' · ');
  return siteName === name ? '' : siteName;
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <Card px={4} py={4}>
    <Muted>{children}</Muted>
  </Card>
);

type RowProps = {
  name: ReactNode;
  note: string;
  figures: { messages: number; alerts: number; untouched: number; brief?: number };
  /** Below the figures, as wide as the row. */
  children?: ReactNode;
};

const Row = ({ name, note, figures: { messages, alerts, untouched, brief }, children }: RowProps) => (
  <chakra.div
    role="row"
    display="grid"
    gridTemplateColumns={columns}
    columnGap={4}
    rowGap={2}
    alignItems={{ base: 'start', lg: 'center' }}
    px={4}
    py={2.5}
    borderTopWidth="1px"
  >
    <chakra.div role="cell" minW={0} overflowWrap="anywhere">
      <chakra.span me={2}>{name}</chakra.span>
      <Hint as="span">{note}</Hint>
      <Hint as="div" display={{ base: 'flex', lg: 'none' }} flexWrap="wrap" columnGap={3}>
        <span>{formatCount(alerts, 'alert')}</span>
        <span>{formatNumber(untouched)} never acted on</span>
        {brief !== undefined && <span>{formatNumber(brief)} over in 5 minutes</span>}
      </Hint>
    </chakra.div>
    <chakra.div role="cell" textAlign="end" whiteSpace="nowrap">
      {formatNumber(messages)}
      <Hint as="span" display={{ lg: 'none' }}>{` ${messages === 1 ? 'message' : 'messages'}`}</Hint>
    </chakra.div>
    <WideCell>{formatNumber(alerts)}</WideCell>
    <WideCell>{formatNumber(untouched)}</WideCell>
    <WideCell>{brief !== undefined && formatNumber(brief)}</WideCell>
    {children && (
      <chakra.div role="cell" gridColumn="1 / -1">
        {children}
      </chakra.div>
    )}
  </chakra.div>
);
