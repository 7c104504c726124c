import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '#web/app/apollo.ts';
import { watchDevice } from '#web/features/notifications/push/watch-device.ts';
import { LastKnownAlertsDocument } from '#web/gql/graphql.ts';
import { pushHere, setPushHere } from '#web/lib/this-device.ts';
import { forgetRefusedToken, noteRefusal, storeToken } from '#web/lib/token.ts';
import { answer, answering, asks } from '#tests/support/answers.ts';

let kept: string | undefined;
let isSubscribed: boolean;
let listen: ((event: MessageEvent) => void) | undefined;
let stop: (() => void) | undefined;

beforeEach(() => {
  kept = undefined;
  isSubscribed = true;
  listen = undefined;
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (_: string, response: Response) => void (kept = await response.text()) }),
    delete: async () => void (kept = undefined),
  });
  vi.stubGlobal('Notification', { permission: 'granted' });
  const unsubscribe = async () => (isSubscribed = false);
  const registration = {
    pushManager: { getSubscription: async () => (isSubscribed ? { unsubscribe } : null) },
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      getRegistration: async () => registration,
      addEventListener: (_: string, listener: typeof listen) => void (listen = listener),
      startMessages: () => undefined,
    },
  });
  storeToken('token-of-alice');
  answer(LastKnownAlertsDocument, {
    openAlertCount: 3,
    openAlerts: {
      nodes: [
        { id: '2', severity: 'critical', message: 'Switch Rack has been offline' },
        { id: '1', severity: 'error', message: 'AP Lobby has been offline' },
        { id: '3', severity: 'info', message: 'A client disconnected' },
      ],
    },
  });
});
afterEach(() => {
  stop?.();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const watch = (open: (path: string) => void = () => undefined) =>
  (stop = watchDevice({
    client: createClient(answering),
    person: 'alice',
    team: { id: 'team-alice', name: 'Archer Networks' },
    open,
  }));

test('What is known is kept for the time without a connection, worst first, and forgotten once the session ends', async () => {
  watch();
  await waitFor(() => expect(kept).toBeDefined());
  const known = JSON.parse(kept!) as { open: number; teamName: string; alerts: { message: string }[] };
  expect(known).toMatchObject({ person: 'alice', teamName: 'Archer Networks', open: 3 });
  expect(known.alerts.map(({ message }) => message)).toEqual([
    'Switch Rack has been offline',
    'AP Lobby has been offline',
    'A client disconnected',
  ]);
  expect(asks(LastKnownAlertsDocument)).not.toHaveLength(0);
  noteRefusal('token-of-alice');
  forgetRefusedToken();
  await waitFor(() => expect(kept).toBeUndefined());
});

test('Push notifications of the person who used this browser before are turned off', async () => {
  setPushHere({ person: 'bob', teams: { 'team-bob': 'hash' }, severities: ['critical'] });
  watch();
  await waitFor(() => expect(isSubscribed).toBe(false));
  expect(pushHere()).toBeUndefined();
});

test('A notification opens its alert here, and nothing outside the app', async () => {
  const opened: string[] = [];
  const answers: unknown[] = [];
  watch((path) => void opened.push(path));
  const port = { postMessage: (said: unknown) => void answers.push(said) };
  const says = (data: unknown) => listen!({ data, ports: [port] } as unknown as MessageEvent);
  says({ open: '/alerts/1' });
  says({ open: 'https://elsewhere.test' });
  says('anything');
  expect([opened, answers]).toEqual([['/alerts/1'], ['opened']]);
});
