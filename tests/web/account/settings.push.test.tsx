import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PushPart } from '#web/features/notifications/push/PushPart.tsx';
import { pushedSeverities } from '#web/features/notifications/push/browser-push.ts';
import {
  PushSettingsDocument,
  type PushSettingsFieldsFragment,
  SavePushPreferencesDocument,
  SubscribeToPushDocument,
  TestPushDocument,
  UnsubscribeFromPushDocument,
} from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

type Subscription = PushSettingsFieldsFragment['subscriptions'][number];

const endpoint = 'https://push.example.test/phone';
/** SHA-256 of the endpoint. */
const endpointHash = Array.from(
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))),
  (byte) => byte.toString(16).padStart(2, '0'),
).join('');

const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
  id: 'here',
  name: 'Chrome on Android',
  endpointHash,
  lastAcceptedAt: null,
  createdAt: new Date().toISOString(),
  ...changes,
});
const laptop = subscription({ id: 'laptop', name: 'Firefox on Linux', endpointHash: 'other' });
const settings = (...subscriptions: Subscription[]): PushSettingsFieldsFragment => ({
  id: 'membership',
  publicKey: 'BAAA',
  severities: ['critical'],
  criticalInQuietHours: false,
  subscriptions,
});

let permission: NotificationPermission;
let decides: NotificationPermission;
let isSubscribed: boolean;

beforeEach(() => {
  permission = 'default';
  decides = 'granted';
  isSubscribed = false;
  const pushSubscription = {
    endpoint,
    options: { applicationServerKey: new Uint8Array([4, 0, 0]).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => !(isSubscribed = false),
  };
  const pushManager = {
    getSubscription: async () => (isSubscribed ? pushSubscription : null),
    subscribe: async () => ((isSubscribed = true), pushSubscription),
  };
  const registration = { pushManager };
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => (permission = decides),
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      // Never at once, as in a browser.
      register: () => new Promise((resolve) => setTimeout(resolve, 0)),
      getRegistration: async () => registration,
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

function open(...subscriptions: Subscription[]) {
  answer(PushSettingsDocument, { pushSettings: settings(...subscriptions) });
  return render(<PushPart />, { path: '/settings', signedInAs: alice });
}
const toggle = () => screen.findByRole('checkbox', { name: 'On this device' });

describe('Push notifications', () => {
  test('explain what the browser will ask, then register this device', async () => {
    const { user } = open();
    await user.click(await toggle());
    expect(permission).toBe('default');
    expect(screen.getByText('Your browser asks for permission next')).toBeVisible();
    answer(SubscribeToPushDocument, { subscribeToPush: settings(subscription()) });
    answer(PushSettingsDocument, { pushSettings: settings(subscription()) });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Push notifications are on')).toBeVisible();
    expect(asks(SubscribeToPushDocument)[0]?.variables).toEqual({
      input: { endpoint, p256dh: 'key', auth: 'secret' },
    });
    expect(await screen.findByText('This device')).toBeVisible();
    expect(await toggle()).toBeChecked();
    expect(pushedSeverities('team-alice')).toEqual(['critical']);
    expect(pushedSeverities('another team')).toEqual([]);
  });

  test('stay off if the person decides against it', async () => {
    const { user } = open();
    await user.click(await toggle());
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(await toggle()).not.toBeChecked();
    expect(permission).toBe('default');
    decides = 'denied';
    await user.click(await toggle());
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/^Your browser is blocking notifications/)).toBeVisible();
    expect(asks(SubscribeToPushDocument)).toEqual([]);
  });

  test('that the server refuses stay off, with the reason', async () => {
    permission = 'granted';
    refuse(SubscribeToPushDocument, { message: 'You have 20 browsers here.', code: 'CONFLICT' });
    const { user } = open();
    await user.click(await toggle());
    expect(await screen.findByText('You have 20 browsers here.')).toBeVisible();
    await waitFor(async () => expect(await toggle()).not.toBeChecked());
  });

  test('are turned off on this device, and another device stays', async () => {
    permission = 'granted';
    isSubscribed = true;
    const { user } = open(subscription(), laptop);
    await waitFor(async () => expect(await toggle()).toBeChecked());
    answer(UnsubscribeFromPushDocument, { unsubscribeFromPush: 'here' });
    answer(PushSettingsDocument, { pushSettings: settings(laptop) });
    await user.click(await toggle());
    await waitFor(async () => expect(await toggle()).not.toBeChecked());
    expect(asks(UnsubscribeFromPushDocument)[0]?.variables).toEqual({ id: 'here' });
    expect(screen.getByText('Firefox on Linux')).toBeVisible();
  });

  test('list all devices, each with a test and a way to remove it', async () => {
    const { user } = open(laptop);
    answer(TestPushDocument, {
      testPushSubscription: { success: false, message: 'The push service refused it.' },
    });
    await user.click(await screen.findByRole('button', { name: 'Send test to Firefox on Linux' }));
    expect(await screen.findByText('The push service refused it.')).toBeVisible();
    answer(UnsubscribeFromPushDocument, { unsubscribeFromPush: 'laptop' });
    answer(PushSettingsDocument, { pushSettings: settings() });
    await user.click(screen.getByRole('button', { name: 'Remove Firefox on Linux' }));
    await waitFor(() => expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument());
  });

  test('are for the severities that the person chooses, saved at once', async () => {
    const { user } = open(laptop);
    const group = within(await screen.findByRole('group', { name: 'Which alerts are pushed' }));
    const saved = { ...settings(), severities: ['critical', 'error'] as const };
    answer(SavePushPreferencesDocument, {
      savePushPreferences: { ...saved, severities: [...saved.severities] },
    });
    await user.click(group.getByRole('checkbox', { name: 'Error' }));
    expect(asks(SavePushPreferencesDocument)[0]?.variables).toEqual({
      input: { severities: ['critical', 'error'], criticalInQuietHours: false },
    });
    expect(screen.getByText(/^Your devices stay silent until quiet hours end/)).toBeVisible();
  });

  test('on an iPhone ask for the home screen first, and elsewhere say that the browser can’t', async () => {
    vi.stubGlobal('PushManager', undefined);
    Reflect.deleteProperty(window, 'PushManager');
    const agent = vi.spyOn(navigator, 'userAgent', 'get');
    agent.mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)');
    open();
    expect(await screen.findByText(/add Netlantern to your Home Screen first/)).toBeVisible();
    agent.mockReturnValue('Mozilla/5.0 (X11; Linux x86_64)');
    open();
    expect(await screen.findByText(/^This browser doesn’t support push notifications/)).toBeVisible();
    agent.mockRestore();
  });
});
