import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Badge, Button, chakra, Stack, Switch } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import type { AlertSeverity, PushSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { usePlatform } from '#web/lib/platform.ts';
import { CardList } from '#web/ui/CardList.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { CardPart } from '#web/ui/SettingsCard.tsx';
import { StateCheckboxes } from '#web/ui/StateCheckboxes.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import {
  hashHere,
  leaveTeamHere,
  noteSeverities,
  PermissionRefused,
  pushObstacle,
  turnOnPush,
  type PushObstacle,
} from './browser-push.ts';
import { PushSettings, PushSettingsFields } from './push.gql.ts';

const UnsubscribeFromPush = graphql(`
  mutation UnsubscribeFromPush($id: ID!) {
    unsubscribeFromPush(id: $id)
  }
`);

const TestPush = graphql(`
  mutation TestPush($id: ID!) {
    testPushSubscription(id: $id) {
      success
      message
    }
  }
`);

const SavePushPreferences = graphql(`
  mutation SavePushPreferences($input: PushPreferencesInput!) {
    savePushPreferences(input: $input) {
      id
      severities
      criticalInQuietHours
    }
  }
`);

type Settings = PushSettingsFieldsFragment;
type Subscription = Settings['subscriptions'][number];

/** Push notifications: on this device, which alerts, and the other devices that receive them. */
export function PushPart() {
  const { data, error, refetch } = useQuery(PushSettings, { fetchPolicy: 'cache-and-network' });
  const { platformName } = usePlatform();
  const here = useHashHere(data);
  const settings = data && readFragment(PushSettingsFields, data.pushSettings);
  const current = settings?.subscriptions.find(({ endpointHash }) => endpointHash === here);
  return (
    <CardPart
      title="Push notifications"
      description={`Alerts of this team on your phone or desktop, even while ${platformName} is closed. You can acknowledge and snooze them there.`}
    >
      {!settings && !error && <SkeletonRows rows={2} />}
      {error && !settings && (
        <LoadFailed title="We couldn’t load your push notifications" error={error} onRetry={refetch} />
      )}
      {settings && (
        <Stack gap={4}>
          <ThisDevice settings={settings} current={current} onChanged={refetch} />
          {settings.subscriptions.length > 0 && (
            <>
              <Preferences settings={settings} />
              <CardList
                label="Devices with push notifications"
                all={settings.subscriptions}
                keyOf={({ id }) => id}
              >
                {(subscription) => (
                  <DeviceRow
                    subscription={subscription}
                    isHere={subscription === current}
                    onChanged={refetch}
                  />
                )}
              </CardList>
            </>
          )}
        </Stack>
      )}
    </CardPart>
  );
}

/** How the server identifies this browser. Undefined if it has no subscription, or while that is unknown. */
function useHashHere(data: unknown): string | undefined {
  const [hash, setHash] = useState<string>();
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const found = await hashHere();
      if (!isOver) setHash(found);
    };
    void look().catch(() => undefined);
    return () => void (isOver = true);
  }, [data]);
  return hash;
}

type ThisDeviceProps = {
  settings: Settings;
  current: Subscription | undefined;
  onChanged: () => Promise<unknown>;
};

/** The switch for this device. Explains what the browser is about to ask before it does. */
function ThisDevice({ settings, current, onChanged }: ThisDeviceProps) {
  const client = useApolloClient();
  const { user } = useSession();
  const { platformName } = usePlatform();
  const [obstacle, setObstacle] = useState(pushObstacle);
  const [step, setStep] = useState<'explaining' | 'busy'>();
  const [remove] = useMutation(UnsubscribeFromPush);
  const team = user?.team?.id;
  useEffect(() => onPermissionChange(() => setObstacle(pushObstacle())), []);

  const turnOn = async () => {
    if (!user || !team) return;
    setStep('busy');
    try {
      await turnOnPush(client, { publicKey: settings.publicKey, person: user.id, team });
      await onChanged();
      toast({
        title: 'Push notifications are on',
        description: 'Send a test to see how they look.',
        type: 'success',
      });
    } catch (error) {
      setObstacle(pushObstacle());
      if (error instanceof PermissionRefused) toast(notAllowed);
      else if (error instanceof DOMException) toast(noPushService);
      else toastFailure(error, { title: 'Push notifications not turned on' });
    } finally {
      setStep(undefined);
    }
  };
  const turnOff = async () => {
    if (!current || !team) return;
    setStep('busy');
    try {
      await remove({ variables: { id: current.id } });
      await leaveTeamHere(team);
      await onChanged();
    } catch (error) {
      toastFailure(error, { title: 'Push notifications not turned off' });
    } finally {
      setStep(undefined);
    }
  };
  const change = (on: boolean) => {
    if (step === 'busy') return;
    if (!on) return void (step === 'explaining' ? setStep(undefined) : turnOff());
    if (Notification.permission === 'granted') return void turnOn();
    setStep('explaining');
  };

  // While it changes, the switch already shows what it will be.
  const isOn = step === undefined ? current !== undefined : step === 'explaining' || !current;
  if (obstacle && !current) return <Obstacle obstacle={obstacle} />;
  return (
    <>
      <Switch.Root checked={isOn} onCheckedChange={({ checked }) => change(checked)}>
        <Switch.HiddenInput aria-busy={step === 'busy' || undefined} />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label>On this device</Switch.Label>
      </Switch.Root>
      {step === 'busy' && <Hint role="status">{current ? 'Turning off…' : 'Turning on…'}</Hint>}
      {step === 'explaining' && (
        <Notice
          state="info"
          title="Your browser asks for permission next"
          action={
            <chakra.div display="flex" flexWrap="wrap" gap={2} flexShrink={0}>
              <Button size="sm" variant="outline" onClick={() => setStep(undefined)}>
                Not now
              </Button>
              <Button size="sm" onClick={() => void turnOn()}>
                Continue
              </Button>
            </chakra.div>
          }
        >
          Choose “Allow”. Alerts then arrive here, also while {platformName} is closed. Signing out turns them
          off.
        </Notice>
      )}
      {obstacle === 'denied' && <Obstacle obstacle={obstacle} />}
    </>
  );
}

const notAllowed = {
  title: 'Push notifications are off',
  description: 'Your browser wasn’t allowed to show them.',
  type: 'error',
} as const;

const noPushService = {
  title: 'Push notifications not turned on',
  description:
    'This browser couldn’t reach its push service. Check that neither its settings nor your network block it, then try again.',
  type: 'error',
} as const;

/** Calls back when the person changes the permission in the browser's settings. */
function onPermissionChange(listener: () => void): () => void {
  const over = new AbortController();
  const { permissions } = navigator as Partial<Pick<Navigator, 'permissions'>>;
  permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: over.signal }))
    .catch(() => undefined);
  return () => over.abort();
}

/** Why push notifications can't be turned on here, and what to do. */
function Obstacle({ obstacle }: { obstacle: PushObstacle }) {
  const { platformName } = usePlatform();
  const words: Record<PushObstacle, string> = {
    unsupported: 'This browser doesn’t support push notifications, or the connection isn’t HTTPS.',
    'home-screen': `On an iPhone or iPad, add ${platformName} to your Home Screen first: tap Share, then “Add to Home Screen”. Open it from there and return to this page.`,
    denied: `Your browser is blocking notifications. Click the icon to the left of the address and allow notifications. In an installed app, allow them for ${platformName} in the settings of your device.`,
  };
  return <Muted role="status">{words[obstacle]}</Muted>;
}

/** Worst first, as in the alert list. */
const severities: readonly AlertSeverity[] = ['critical', 'error', 'warning', 'info'];

/** Applies to all devices, and is saved at once. */
function Preferences({ settings }: { settings: Settings }) {
  const [save] = useMutation(SavePushPreferences);
  const change = async (changes: Partial<Pick<Settings, 'severities' | 'criticalInQuietHours'>>) => {
    const { severities: chosen, criticalInQuietHours } = { ...settings, ...changes };
    const input = { severities: chosen, criticalInQuietHours };
    try {
      await save({
        variables: { input },
        optimisticResponse: { savePushPreferences: { ...settings, ...input } },
      });
      noteSeverities(input);
    } catch (error) {
      toastFailure(error, { title: 'Update failed' });
    }
  };
  const isCritical = settings.severities.includes('critical');
  return (
    <chakra.div role="group" aria-label="Which alerts are pushed">
      <Hint mb={2.5}>Severities to push, on all of your devices.</Hint>
      <StateCheckboxes
        offered={severities}
        chosen={settings.severities}
        onChange={(chosen) => void change({ severities: chosen })}
      />
      {settings.severities.length === 0 && <Hint mt={2}>No severity is selected, so nothing is pushed.</Hint>}
      {isCritical && (
        <Switch.Root
          mt={4}
          checked={settings.criticalInQuietHours}
          onCheckedChange={({ checked }) => void change({ criticalInQuietHours: checked })}
        >
          <Switch.HiddenInput />
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
          <Switch.Label>Push critical alerts during quiet hours</Switch.Label>
        </Switch.Root>
      )}
      {isCritical && !settings.criticalInQuietHours && (
        <Hint mt={1}>Your devices stay silent until quiet hours end. Other channels don’t wait.</Hint>
      )}
    </chakra.div>
  );
}

type DeviceProps = { subscription: Subscription; isHere: boolean; onChanged: () => Promise<unknown> };

function DeviceRow({ subscription, isHere, onChanged }: DeviceProps) {
  const { id, name, lastAcceptedAt, createdAt } = subscription;
  const { user } = useSession();
  const [test, testing] = useMutation(TestPush, { variables: { id } });
  const [remove, removing] = useMutation(UnsubscribeFromPush, { variables: { id } });
  const send = async () => {
    try {
      const { data } = await test();
      const { success = false, message = '' } = data?.testPushSubscription ?? {};
      toast({
        title: success ? 'Test sent' : 'Test failed',
        description: message,
        type: success ? 'success' : 'error',
      });
      await onChanged();
    } catch (error) {
      toastFailure(error, { title: 'Test failed' });
    }
  };
  const leave = async () => {
    try {
      await remove();
      if (isHere && user?.team) await leaveTeamHere(user.team.id);
      toast({ title: `${name} removed`, type: 'success' });
      await onChanged();
    } catch (error) {
      toastFailure(error, { title: 'Device not removed' });
    }
  };
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap={1}
      w="full"
    >
      <chakra.div minW={0}>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={2} rowGap={1}>
          <chakra.span fontWeight="medium" overflowWrap="anywhere">
            {name}
          </chakra.span>
          {isHere && <Badge>This device</Badge>}
        </chakra.div>
        <Hint>
          {'added '}
          <RelativeTime at={createdAt} />
          {' · '}
          {lastAcceptedAt ? (
            <>
              last notification <RelativeTime at={lastAcceptedAt} />
            </>
          ) : (
            'no notification yet'
          )}
        </Hint>
      </chakra.div>
      <chakra.div display="flex" flexShrink={0} ms={{ base: -3, sm: 0 }}>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Send test to ${name}`}
          aria-disabled={testing.loading || undefined}
          onClick={() => !testing.loading && void send()}
        >
          Send test
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove ${name}`}
          aria-disabled={removing.loading || undefined}
          onClick={() => !removing.loading && void leave()}
        >
          Remove
        </Button>
      </chakra.div>
    </chakra.div>
  );
}
