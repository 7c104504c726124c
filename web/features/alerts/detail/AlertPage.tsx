import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Link as ChakraLink, Stack } from '@chakra-ui/react';
import { useRef } from 'react';
import { Link as RouterLink, useParams } from 'react-router';
import { MeasuredAround } from '#web/features/metrics/MeasuredAround.tsx';
import type { AlertsOfDeviceQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatDuration } from '#web/lib/format.ts';
import { isMissing } from '#web/lib/server-errors.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Delayed, LoadingSpinner, SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StateIcon, stateWord } from '#web/ui/StateIcon.tsx';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { isAboutInternet, momentOf, typeWords } from '../alert-words.ts';
import { AlertState } from '../AlertMarks.tsx';
import { AlertBody } from './AlertBody.tsx';
import { NoSuchAlert } from './NoSuchAlert.tsx';
import { RuleWhenRaised } from './RuleWhenRaised.tsx';
import { type DetailedAlert, type AlertDetail, useAlertDetail } from './useAlertDetail.ts';

export const AlertsOfDevice = graphql(`
  query AlertsOfDevice(
    $controllerId: ID!
    $deviceMac: String
    $siteId: String
    $type: AlertType
    $first: Int!
    $after: ID
  ) {
    alertHistory(
      controllerId: $controllerId
      deviceMac: $deviceMac
      siteId: $siteId
      type: $type
      first: $first
      after: $after
    ) {
      nextCursor
      nodes {
        id
        severity
        type
        since
        resolvedAt
        ruleName
      }
    }
  }
`);

/** One alert's page: its facts and timeline, the rule as it was when raised, and the device's other alerts. */
export function AlertPage() {
  const { id = '' } = useParams();
  return <OneAlert key={id} id={id} />;
}

function OneAlert({ id }: { id: string }) {
  const detail = useAlertDetail(id);
  const { alert, error, reload } = detail;
  const now = useNowAfter([alert?.snoozedUntil]);
  return (
    <>
      <PageHeader
        title={alert ? titleOf(alert) : 'Alert'}
        description={alert && <AlertState alert={alert} now={now} />}
        action={
          <Button asChild variant="outline">
            <RouterLink to={alert?.resolvedAt == null ? '/alerts' : '/alerts?tab=history'}>
              All alerts
            </RouterLink>
          </Button>
        }
      />
      {!alert && error && isMissing(error) && (
        <Card>
          <NoSuchAlert
            action={
              <Button asChild>
                <RouterLink to="/alerts?tab=history">View history</RouterLink>
              </Button>
            }
          />
        </Card>
      )}
      {!alert && error && !isMissing(error) && (
        <LoadFailed title="We couldn’t load this alert" error={error} onRetry={reload} />
      )}
      {!alert && !error && (
        <Delayed>
          <LoadingSpinner />
        </Delayed>
      )}
      {alert && (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' }}
          gap={4}
          alignItems="start"
        >
          <Stack gap={4} minW={0}>
            <chakra.div {...panel} gap={6}>
              <AlertBody detail={detail} alert={alert} now={now} Heading="h2" />
            </chakra.div>
            {(alert.deviceMac || alert.line) && (
              <chakra.div {...panel} gap={3}>
                <MeasuredAround alert={alert} />
                {alert.deviceMac && alert.type !== 'client_disconnect' && (
                  <ChakraLink asChild fontWeight="medium" textStyle="sm" alignSelf="start" css={touchArea}>
                    <RouterLink to={explanationPath(alert)}>Why you were or weren't notified</RouterLink>
                  </ChakraLink>
                )}
              </chakra.div>
            )}
          </Stack>
          <Stack gap={4} minW={0}>
            <chakra.div {...panel} gap={3}>
              <RuleWhenRaised alert={alert} />
            </chakra.div>
            {alert.type !== 'isp_outage' && (
              <chakra.div {...panel} gap={3}>
                <OthersOfDevice alert={alert} />
              </chakra.div>
            )}
          </Stack>
        </chakra.div>
      )}
    </>
  );
}

/** A provider is no device, so its name alone wouldn't say what is wrong. */
const titleOf = ({ type, deviceName, siteName }: NonNullable<AlertDetail['alert']>): string =>
  type === 'isp_outage' ? `${deviceName ?? 'Internet provider'}: provider outage` : (deviceName ?? siteName);

const explanationPath = ({ controllerId, deviceMac, timestamp }: NonNullable<AlertDetail['alert']>): string =>
  `/controllers/${controllerId}/devices/${deviceMac}?at=${encodeURIComponent(timestamp)}`;

const panel = {
  display: 'flex',
  flexDirection: 'column',
  minW: 0,
  p: { base: 4, md: 5 },
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'surface',
} as const;

/** Rows per page. */
const PAGE = 10;

type Other = AlertsOfDeviceQuery['alertHistory']['nodes'][number];

/** Other alerts for the same device, newest first. */
function OthersOfDevice({ alert }: { alert: DetailedAlert }) {
  const variables = { ...sameDevice(alert), first: PAGE };
  const { data, error, refetch, fetchMore } = useQuery(AlertsOfDevice, { variables, ...pagePolicies });
  const page = data?.alertHistory;
  const { loadMore, loadingMore } = useLoadMore('alerts', () =>
    fetchMore({ variables: { after: page?.nextCursor } }),
  );
  const list = useRef<HTMLUListElement>(null);
  const others = page?.nodes.filter(({ id }) => id !== alert.id);
  const what = alert.deviceMac ? 'device' : isAboutInternet(alert.type) ? 'site’s internet lines' : 'console';
  return (
    <chakra.section aria-labelledby="others" display="contents">
      <chakra.h2 id="others" fontWeight="semibold">
        {`Other alerts for this ${what}`}
      </chakra.h2>
      {!page && !error && <SkeletonRows rows={3} />}
      {!page && error && (
        <LoadFailed title="We couldn’t load its other alerts" error={error} onRetry={refetch} />
      )}
      {others?.length === 0 && !page?.nextCursor && <Muted>{`No other alerts for this ${what}.`}</Muted>}
      {others && others.length > 0 && (
        <DividedList ref={list}>
          {others.map((one) => (
            <OtherRow key={one.id} other={one} />
          ))}
        </DividedList>
      )}
      <LoadMore more={page?.nextCursor ? loadMore : undefined} loading={loadingMore} list={list} />
    </chakra.section>
  );
}

const sameDevice = ({ controllerId, deviceMac, siteId, type }: DetailedAlert) =>
  deviceMac ? { controllerId, deviceMac } : { controllerId, siteId, type };

const OtherRow = ({ other: { id, severity, type, since, resolvedAt, ruleName } }: { other: Other }) => (
  <chakra.li display="flex" gap={2.5} py={2} fontVariantNumeric="tabular-nums">
    <chakra.span color={`state.${severity}`} mt={1} role="img" aria-label={stateWord[severity]}>
      <StateIcon state={severity} size={12} />
    </chakra.span>
    <chakra.div flex={1} minW={0} overflowWrap="anywhere">
      <p>
        <Link asChild>
          <RouterLink to={`/alerts/${id}`}>{typeWords[type]}</RouterLink>
        </Link>
        {ruleName !== typeWords[type] && <Muted as="span">{` · ${ruleName}`}</Muted>}
      </p>
      <Hint>
        <time dateTime={since}>{momentOf(since)}</time>
        {resolvedAt == null
          ? ', open'
          : `, resolved after ${formatDuration(Date.parse(resolvedAt) - Date.parse(since))}`}
      </Hint>
    </chakra.div>
  </chakra.li>
);
