import { useMutation } from '@apollo/client/react';
import type { HalopsaAlertsInput, HalopsaControllerFieldsFragment } from '#web/gql/graphql.ts';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { ConfigureHalopsaAlerts, HalopsaIntegration, TestHalopsaAlert } from './halopsa.gql.ts';
import { testAnswer } from './test-answer.tsx';

type Controller = HalopsaControllerFieldsFragment;

/** Saves what is changed at once; it goes back where it could not be saved. */
export function useControllerSettings(controller: Controller) {
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
          ? { title: 'Test Alert Sent', description: testAnswer(message, ticketUrl), type: 'success' }
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
