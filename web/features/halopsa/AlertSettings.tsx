import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Stack, Switch } from '@chakra-ui/react';
import { useId } from 'react';
import { Link } from 'react-router';
import { siteText, stateOf } from '#web/features/controllers/controller-state.ts';
import type { AlertSeverity, HalopsaAlertsInput, HalopsaControllerFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint } from '#web/ui/text.tsx';
import { testResultText } from './test-result.tsx';
import { CategoryField, ClientFields, SeverityChecks, ticketPriorities } from './TicketFields.tsx';
import { TicketRoutes } from './TicketRoutes.tsx';
import { HalopsaControllerFields, HalopsaControllers, HalopsaIntegration } from './useHalopsa.ts';

export const ConfigureHalopsaAlerts = graphql(`
  mutation ConfigureHalopsaAlerts($id: ID!, $input: HalopsaAlertsInput!) {
    configureHalopsaAlerts(id: $id, input: $input) {
      ...HalopsaControllerFields
    }
  }
`);

export const TestHalopsaAlert = graphql(`
  mutation TestHalopsaAlert($id: ID!) {
    testHalopsaAlert(id: $id) {
      success
      message
      ticketUrl
    }
  }
`);

/** Chooses which alerts become tickets, for each controller. */
export function AlertSettings({ disabled }: { disabled: boolean }) {
  const { data, error, refetch } = useQuery(HalopsaControllers);
  if (error && !data)
    return <LoadFailed title="We couldn’t load your controllers" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={2} />;
  if (readFragment(HalopsaControllerFields, data.controllers).length === 0)
    return (
      <p>
        No controllers yet.{' '}
        <chakra.span color="brand.fg" textDecoration="underline">
          <Link to="/site-selector">Connect one</Link>
        </chakra.span>{' '}
        to choose which of its alerts become tickets.
      </p>
    );
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      css={{ '& > section + section': { borderTopWidth: '1px', mt: 5, pt: 5 } }}
    >
      {readFragment(HalopsaControllerFields, data.controllers).map((controller) => (
        <ControllerSettings key={controller.id} controller={controller} disabled={disabled} />
      ))}
    </chakra.div>
  );
}

/** The documented severities. An error counts as critical, as in the alerts' filter. */
const offered: readonly AlertSeverity[] = ['critical', 'warning', 'info'];

const withErrors = (chosen: readonly AlertSeverity[]): AlertSeverity[] => [
  ...chosen,
  ...(chosen.includes('critical') ? (['error'] as const) : []),
];

type Props = { controller: HalopsaControllerFieldsFragment; disabled: boolean };

/** The ticket settings of one controller. Only the switch shows while tickets are off. */
function ControllerSettings({ controller, disabled }: Props) {
  const { change, test, testing } = useControllerSettings(controller);
  const ids = { name: useId(), label: useId() };
  const { state, word } = stateOf[controller.status];
  const chosen = offered.filter((severity) => controller.haloSeverityLevels.includes(severity));
  const { haloClientId = null, haloClientName = null, haloSiteId = null, haloSiteName = null } = controller;
  return (
    <section aria-labelledby={ids.name}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={3}>
        <chakra.div minW={0} flex="1 1 14rem" overflowWrap="anywhere">
          <chakra.h3 id={ids.name} fontWeight="medium">
            {controller.name}
          </chakra.h3>
          <Hint as="div" display="flex" flexWrap="wrap" gap={1.5}>
            <StatusDot state={state} word={controller.status === 'online' ? 'Connected' : word} />
            <span>· {siteText(controller)}</span>
          </Hint>
        </chakra.div>
        <Switch.Root
          ids={{ label: ids.label }}
          checked={controller.haloEnabled}
          disabled={disabled}
          onCheckedChange={({ checked }) =>
            change({
              enabled: checked,
              ...(checked && { severityLevels: withErrors(chosen.length > 0 ? chosen : ['critical']) }),
            })
          }
        >
          <Switch.HiddenInput
            role="switch"
            aria-checked={controller.haloEnabled}
            aria-labelledby={`${ids.label} ${ids.name}`}
          />
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
          <Switch.Label>Open tickets</Switch.Label>
        </Switch.Root>
      </chakra.div>
      {controller.haloEnabled && (
        <Stack gap={4} mt={4}>
          <SeverityChecks
            offered={offered}
            chosen={chosen}
            disabled={disabled}
            onChange={(severities) => change({ severityLevels: withErrors(severities) })}
          />
          <ClientFields
            chosen={{ haloClientId, haloClientName, haloSiteId, haloSiteName }}
            isConfigured
            disabled={disabled}
            onChange={change}
          />
          <TicketRoutes
            controllerId={controller.id}
            otherwise={haloClientId === null ? 'name no client' : 'go to the client chosen here'}
          />
          <LabeledSelect
            label="Priority"
            value={String(controller.haloPriority)}
            options={ticketPriorities}
            disabled={disabled}
            onChange={(value) => change({ haloPriority: Number(value) })}
          />
          <CategoryField
            category={{
              haloCategory: controller.haloCategory,
              haloCategoryName: controller.haloCategoryName ?? null,
            }}
            isConfigured
            disabled={disabled}
            onChange={change}
          />
          {!disabled && (
            <div>
              <Button
                variant="outline"
                aria-disabled={testing || undefined}
                aria-label={`Test Alert of ${controller.name}`}
                onClick={() => !testing && test()}
              >
                {testing ? 'Sending…' : 'Test Alert'}
              </Button>
            </div>
          )}
        </Stack>
      )}
    </section>
  );
}

type Controller = HalopsaControllerFieldsFragment;

/** Saves each change immediately, and reverts it if saving fails. */
function useControllerSettings(controller: Controller) {
  const [configure] = useMutation(ConfigureHalopsaAlerts, { refetchQueries: [HalopsaIntegration] });
  const [send, { loading }] = useMutation(TestHalopsaAlert, { variables: { id: controller.id } });
  const change = async (input: HalopsaAlertsInput) => {
    try {
      await configure({
        variables: { id: controller.id, input },
        optimisticResponse: { configureHalopsaAlerts: { ...controller, ...asShown(input) } },
      });
      toast({ title: 'Alert Configuration Updated', type: 'success' });
    } catch (error) {
      toastFailure(error, {
        title: 'Update Failed',
        check: 'Reload the page to see whether the settings were saved.',
      });
    }
  };
  const test = async () => {
    const fallback = 'Failed to send test alert';
    try {
      const { data } = await send();
      const { success = false, message = '', ticketUrl } = data?.testHalopsaAlert ?? {};
      toast(
        success
          ? { title: 'Test Alert Sent', description: testResultText(message, ticketUrl), type: 'success' }
          : { title: 'Test Alert Failed', description: message || fallback, type: 'error' },
      );
    } catch (error) {
      toastFailure(error, { title: 'Test Alert Failed', fallback });
    }
  };
  return {
    change: (input: HalopsaAlertsInput) => void change(input),
    test: () => void test(),
    testing: loading,
  };
}

function asShown({ enabled, severityLevels, ...chosen }: HalopsaAlertsInput): Partial<Controller> {
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...(enabled != null && { haloEnabled: enabled }),
    ...(severityLevels && { haloSeverityLevels: severityLevels }),
  };
}
