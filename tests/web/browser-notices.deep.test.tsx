import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OpenAlerts } from '#web/app/layouts/OpenAlerts.tsx';
import { OpenAlertCount, OpenAlertCountChanged } from '#web/app/shell.gql.ts';
import {
  AlertsBegun,
  type NewAlert,
  BrowserNotices,
} from '#web/features/notifications/browser/BrowserNotices.tsx';
import { BrowserNoticesPart } from '#web/features/notifications/browser/BrowserNoticesPart.tsx';
import { currentNoticeSeverities } from '#web/features/notifications/browser/notice-severities.ts';
import type { OpenAlertCountChangedSubscription } from '#web/gql/graphql.ts';
import { setPushHere } from '#web/lib/this-device.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { alice, answer, asks, push, render } from '#tests/support/render.tsx';

const shown: { title: string; body?: string; click: () => void }[] = [];
let asked = 0;
let permission: NotificationPermission = 'granted';

class Shown extends EventTarget {
  static get permission() {
    return permission;
  }
  static requestPermission() {
    asked += 1;
    return Promise.resolve(permission === 'default' ? (permission = 'granted') : permission);
  }
  constructor(title: string, { body }: NotificationOptions) {
    super();
    shown.push({ title, body, click: () => this.dispatchEvent(new Event('click')) });
  }
  close() {}
}

const see = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  shown.length = 0;
  asked = 0;
  permission = 'granted';
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('focus', () => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const alert = (id: string, over: Partial<NewAlert> = {}): NewAlert => ({
  id,
  severity: 'critical',
  message: `${id} has been offline since 14:02 UTC`,
  deviceName: id,
  siteName: 'Main Street',
  timestamp: '2026-11-22T14:02:00.000Z',
  ...over,
});
const known = (...ids: string[]) =>
  answer(AlertsBegun, { alertHistory: { nodes: ids.map((id) => alert(id)) } });
/** The server says how many are open. */
const counted = (openAlertCountChanged: number) =>
  act(() =>
    push(OpenAlertCountChanged as TypedDocumentNode<OpenAlertCountChangedSubscription>, {
      openAlertCountChanged,
    }),
  );
const settled = () => act(() => vi.advanceTimersByTimeAsync(0));

describe('A browser notification', () => {
  /** So many tabs of one browser, none of which is looked at. */
  async function lookAway(tabs = 1) {
    answer(OpenAlertCount, { openAlertCount: 1 });
    known('Old');
    const drawn = render(
      <>
        <OpenAlerts />
        {Array.from({ length: tabs }, (_, n) => (
          <BrowserNotices key={n} severities={['critical']} />
        ))}
      </>,
      { signedInAs: alice },
    );
    await settled();
    act(() => see('hidden'));
    await settled();
    return drawn;
  }
  const change = async (count: number, milliseconds = 1_500) => {
    counted(count);
    await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  };

  test('appears for an alert that opens while the tab is hidden, and links to it', async () => {
    const { where } = await lookAway();
    known('AP Lobby', 'Old');
    await change(2);
    expect(shown).toMatchObject([
      { title: 'Critical: AP Lobby', body: 'AP Lobby has been offline since 14:02 UTC' },
    ]);
    expect(asks(AlertsBegun).at(-1)?.variables).toMatchObject({ severities: ['critical'] });
    act(() => shown[0]!.click());
    await settled();
    expect(decodeURI(where())).toBe('/alerts/AP Lobby');
    await change(2, 12_000);
    expect(shown).toHaveLength(1);
  });

  test('appears once however many tabs are open', async () => {
    await lookAway(3);
    known('AP Lobby', 'Old');
    await change(2);
    expect(shown).toHaveLength(1);
  });

  test('does not appear for an alert on screen', async () => {
    await lookAway();
    act(() => see('visible'));
    known('AP Lobby', 'Old');
    await change(2);
    act(() => see('hidden'));
    await settled();
    await change(2);
    expect(shown).toEqual([]);
  });

  test('does not appear for what arrives here as a push notification', async () => {
    setPushHere({ person: 'alice', teams: { 'team-alice': 'hash' }, severities: ['critical'] });
    await lookAway();
    known('AP Lobby', 'Old');
    await change(2);
    expect(shown).toEqual([]);
    expect(asks(AlertsBegun)).toEqual([]);
  });

  test('combines many alerts in a storm', async () => {
    await lookAway();
    known('A', 'B', 'C', 'D', 'E', 'Old');
    await change(6);
    expect(shown).toMatchObject([{ title: '5 new alerts', body: '5 critical at Main Street' }]);
    known('F', 'A', 'B', 'C', 'D', 'E', 'Old');
    await change(7);
    expect(shown).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(shown).toHaveLength(2);
  });
});

describe('The switch for this browser', () => {
  const open = () => {
    vi.useRealTimers();
    return render(<BrowserNoticesPart />, { signedInAs: alice }).user;
  };
  const toggle = () => screen.findByRole('checkbox', { name: 'Browser notifications' });

  test('is off until it is turned on, and only then asks the browser for permission', async () => {
    permission = 'default';
    const user = open();
    expect(await toggle()).not.toBeChecked();
    expect(asked).toBe(0);
    await user.click(await toggle());
    await waitFor(async () => expect(await toggle()).toBeChecked());
    expect(asked).toBe(1);
    await user.click(screen.getByRole('checkbox', { name: 'Warning' }));
    expect(currentNoticeSeverities()).toEqual(['critical', 'error']);
    await user.click(await toggle());
    expect(currentNoticeSeverities()).toBeUndefined();
  });

  test('says how to allow it if the browser refuses', async () => {
    permission = 'denied';
    open();
    expect(await toggle()).toBeDisabled();
    expect(screen.getByText(/Your browser is blocking notifications/)).toBeInTheDocument();
  });

  test('says so if notifications are unavailable', async () => {
    vi.stubGlobal('isSecureContext', false);
    open();
    expect(await screen.findByText(/doesn’t support notifications/)).toBeInTheDocument();
  });
});

test('The tab title starts with the number of open alerts, if there are any', async () => {
  vi.useRealTimers();
  answer(OpenAlertCount, { openAlertCount: 3 });
  render(
    <>
      <PageHeader title="Alerts" />
      <OpenAlerts />
    </>,
    { signedInAs: alice },
  );
  await waitFor(() => expect(document.title).toBe('(3) Alerts · Netlantern'));
  counted(1_204);
  await waitFor(() => expect(document.title).toBe('(1,204) Alerts · Netlantern'));
  counted(0);
  await waitFor(() => expect(document.title).toBe('Alerts · Netlantern'));
});
