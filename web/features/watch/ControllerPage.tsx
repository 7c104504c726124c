import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Stack } from '@chakra-ui/react';
import { readFragment } from '#web/gql/index.ts';
import { Fact } from '#web/ui/Fact.tsx';
import { SearchX } from '#web/ui/icons.tsx';
import { useMemo, useState } from 'react';
import { Link as RouterLink, useParams, useNavigate } from 'react-router';
import { conditionWords, durationWords } from '#web/features/alerts/alert-words.ts';
import { NoAlerts } from '#web/features/alerts/current/NoAlerts.tsx';
import type { View } from '#web/features/alerts/current/open-alerts.gql.ts';
import { OpenAlertsArea } from '#web/features/alerts/current/OpenAlertsArea.tsx';
import { useOpenAlerts, usePart } from '#web/features/alerts/current/useOpenAlerts.ts';
import { DataFreshness } from '#web/features/alerts/DataFreshness.tsx';
import { NotEvaluatedNote, useNotEvaluatedOn } from '#web/features/alerts/rules/NotEvaluated.tsx';
import { type Rule, thresholdWords } from '#web/features/alerts/rules/rule-form.ts';
import { RuleChannels } from '#web/features/alerts/rules/SilentRules.tsx';
import { useAlertRules, useUsualThresholds } from '#web/features/alerts/rules/useAlertRules.ts';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ControllerFields, Controllers, SelectedSites } from '#web/features/controllers/controllers.gql.ts';
import { siteText, stateOf, statusOf } from '#web/features/controllers/controller-state.ts';
import { LastRead } from '#web/features/controllers/ControllerStatus.tsx';
import { useControllerActions } from '#web/features/controllers/useControllerActions.ts';
import { ControllerMetrics } from '#web/features/metrics/ControllerMetrics.tsx';
import { PushCard } from '#web/features/push/PushCard.tsx';
import { DefaultCustomer } from '#web/features/sites/DefaultCustomers.tsx';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { sitePath } from '#web/lib/places.ts';
import { useDialogParam } from '#web/lib/useSearchParam.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { Delayed, inOrder, LoadingSpinner, SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { Hint, Muted, SectionTitle } from '#web/ui/text.tsx';
import { ControllerDevices } from './ControllerDevices.tsx';
import { ControllerSites } from './ControllerSites.tsx';
import { FactLink, FactList } from './Facts.tsx';

const DeleteController = lazyDialog(() =>
  import('#web/features/controllers/DeleteControllerDialog.tsx').then((m) => m.DeleteControllerDialog),
);

/** A controller's state, open alerts, devices, rules, metrics and pushes. */
export function ControllerPage() {
  const { id } = useParams();
  const { data, error, refetch } = useQuery(Controllers, { fetchPolicy: 'cache-and-network' });
  const controller = (data && readFragment(ControllerFields, data.controllers))?.find((one) => one.id === id);
  if (controller) return <OneController key={id} controller={controller} />;
  return (
    <>
      <PageHeader title="Controller" />
      {data && <NoSuchController />}
      {!data && error && (
        <LoadFailed title="We couldn’t load this controller" error={error} onRetry={refetch} />
      )}
      {!data && !error && (
        <Delayed>
          <LoadingSpinner />
        </Delayed>
      )}
    </>
  );
}

function OneController({ controller }: { controller: ControllerFieldsFragment }) {
  const { id, name, lastSync } = controller;
  const [isDoomed, setDoomed] = useState(false);
  const navigate = useNavigate();
  const actions = useControllerActions(id, () => setDoomed(true));
  const looksOnly = useLooksOnly();
  const notEvaluated = useNotEvaluatedOn(id);
  return (
    <>
      <PageHeader
        title={name}
        description={
          <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
            <StatusDot {...stateOf[statusOf(controller)]} />
            <span>
              <LastRead at={lastSync} />
            </span>
          </chakra.span>
        }
        action={!looksOnly && <RowActions of={name} actions={actions} />}
      />
      <Stack gap={6} css={inOrder}>
        <ControllerFacts controller={controller} />
        <NotEvaluatedNote gaps={notEvaluated} />
        <ControllerAlertsPart controller={controller} />
        <ControllerSites controllerId={id} />
        <ControllerMetrics controllerId={id} />
        <ControllerDevices controllerId={id} siteId={controller.selectedSiteId ?? null} />
        <ControllerRules controller={controller} />
        <PushCard controllerId={id} />
      </Stack>
      {isDoomed && (
        <DeleteController
          controller={controller}
          onClose={() => setDoomed(false)}
          onDeleted={() => void navigate('/controllers')}
        />
      )}
    </>
  );
}

const NoSuchController = () => (
  <Card>
    <EmptyState
      icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
      title="Controller not found"
      action={
        <Button asChild>
          <RouterLink to="/controllers">View your controllers</RouterLink>
        </Button>
      }
    >
      It may have been deleted, or it belongs to another team.
    </EmptyState>
  </Card>
);

const AlertDetails = lazyDialog(() =>
  import('#web/features/alerts/detail/AlertDetails.tsx').then((m) => m.AlertDetails),
);

/** The controller's open alerts. */
function ControllerAlertsPart({ controller }: { controller: ControllerFieldsFragment }) {
  const { id } = controller;
  const open = useOpenAlerts(useMemo((): View => ({ filter: { controllerId: id }, order: 'worst' }), [id]));
  const count = usePart(open.list, ({ isReady, totalCount }) => (isReady ? totalCount : undefined));
  const newCount = usePart(open.list, (snapshot) => snapshot.newCount);
  const [alertId, openAlert] = useDialogParam('alert');
  return (
    <chakra.section aria-labelledby="open-alerts">
      <SectionTitle id="open-alerts" mb={3}>
        Open alerts
      </SectionTitle>
      {count !== undefined && <DataFreshness controller={controller} count={count} newCount={newCount} />}
      <OpenAlertsArea
        open={open}
        label={`Open alerts of ${siteText(controller)}`}
        empty={<NoAlerts controller={controller} />}
        onOpen={openAlert}
      />
      {alertId !== undefined && (
        <AlertDetails key={alertId} id={alertId} onClose={() => openAlert(undefined)} />
      )}
    </chakra.section>
  );
}

/** The rules that apply to it: its own, and those for all controllers. */
function ControllerRules({ controller }: { controller: ControllerFieldsFragment }) {
  const { rules, error, refetch } = useAlertRules();
  const usual = useUsualThresholds();
  const { id, selectedSiteId, selectedSiteCount } = controller;
  const isPart = (selectedSiteCount ?? 0) > 1;
  const selected = useQuery(SelectedSites, { variables: { controller: id }, skip: !isPart });
  const only = selectedSiteId == null ? null : [selectedSiteId];
  const siteIds = isPart ? selected.data?.controller.selectedSiteIds : only;
  const looking = rules?.filter((rule) => rule.isActive && appliesTo(rule, id, siteIds));
  return (
    <chakra.section aria-labelledby="rules">
      <SectionTitle id="rules" mb={3}>
        Rules
      </SectionTitle>
      {error !== undefined && !rules && (
        <LoadFailed title="We couldn’t load the rules" error={error} onRetry={refetch} />
      )}
      <Card overflow="hidden">
        {!rules && !error && <SkeletonRows rows={3} />}
        {looking?.length === 0 && (
          <Muted px={4} py={5}>
            No rules apply to this controller, so it can’t raise alerts.{' '}
            <Link asChild>
              <RouterLink to="/alerts?tab=rules">Add a rule</RouterLink>
            </Link>
          </Muted>
        )}
        <DividedList>
          {looking?.map((rule) => (
            <chakra.li
              key={rule.id}
              display="grid"
              gridTemplateColumns={{
                base: 'minmax(0, 1fr)',
                md: 'minmax(0, 2fr) minmax(0, 3fr) minmax(0, 2fr)',
              }}
              columnGap={4}
              px={4}
              py={2.5}
              overflowWrap="anywhere"
            >
              <Link asChild variant="plain" color="fg" fontWeight="medium" justifySelf="start">
                <RouterLink to={`/alerts?tab=rules#rule-${rule.id}`}>{rule.name}</RouterLink>
              </Link>
              <span>
                {[
                  conditionWords[rule.condition],
                  thresholdWords(rule, usual(rule.condition)),
                  durationWords(rule.duration),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </span>
              <Hint as="span">
                <RuleChannels rule={rule} />
              </Hint>
            </chakra.li>
          ))}
        </DividedList>
      </Card>
    </chakra.section>
  );
}

/** @param siteIds the selected sites, if not all are monitored */
const appliesTo = (rule: Rule, id: string, siteIds: readonly string[] | null | undefined): boolean =>
  rule.controllerId == null ||
  (rule.controllerId === id && (rule.siteId == null || !siteIds || siteIds.includes(rule.siteId)));

/** The controller's details. Why it can't be polled is shown above its alerts. */
function ControllerFacts({ controller }: { controller: ControllerFieldsFragment }) {
  const { id, deviceCount, version, totalSites, apiKeyTail, selectedSiteId } = controller;
  return (
    <Card p={{ base: 4, md: 5 }}>
      <FactList>
        <Fact name="Site">
          {selectedSiteId ? (
            <FactLink to={sitePath(id, selectedSiteId)}>{siteText(controller)}</FactLink>
          ) : (
            siteText(controller)
          )}
        </Fact>
        <Fact name="Devices">{deviceCount ?? 'Unknown'}</Fact>
        <Fact name="Version">{version ?? 'Unknown'}</Fact>
        <Fact name="Sites">{totalSites ?? 'Unknown'}</Fact>
        <Fact name="API key">
          <chakra.span fontFamily="mono">{`…${apiKeyTail}`}</chakra.span>
        </Fact>
        <Fact name="Customer of new sites">
          <DefaultCustomer controller={controller} />
        </Fact>
      </FactList>
    </Card>
  );
}
