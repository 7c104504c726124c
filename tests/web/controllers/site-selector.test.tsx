import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';
import { DemoKeys } from '#web/features/controllers/ConnectHelp.tsx';
import {
  Controllers,
  DashboardSummary,
  UpdateController,
} from '#web/features/controllers/controllers.gql.ts';
import { Sites } from '#web/features/controllers/site-selector/SiteChoice.tsx';
import {
  ConnectSiteManager,
  SiteSelectorPage,
} from '#web/features/controllers/site-selector/SiteSelectorPage.tsx';
import { Address, controller, site, summary } from './samples.tsx';

const main = site({ isSelected: true });
const lager = site({ hostId: 'short-id', hostName: 'Lager Süd 🏢', deviceCount: null });
const chosen = controller({ selectedSiteId: main.hostId });

const open = (path: string) =>
  render(
    <>
      <SiteSelectorPage />
      <Address />
    </>,
    { path },
  );
const address = () => screen.getByLabelText('address').textContent;

describe('choosing a site', () => {
  const openChoice = () => {
    answer(Controllers, { controllers: [chosen] });
    answer(Sites, { sites: [main, lager] });
    return open('/site-selector?controller=head-office');
  };

  test('shows each site with its devices, its shortened id and which one is selected', async () => {
    openChoice();
    const selected = await screen.findByRole('button', { name: 'Main Street' });
    expect(selected).toHaveAttribute('aria-pressed', 'true');
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent('Main StreetSelected45 devices70A74197…7F060000');
    expect(second).toHaveTextContent('Lager Süd 🏢Devices not countedshort-id');
    expect(asks(Sites)[0]?.variables).toEqual({ controller: 'head-office' });
  });

  test('says that every site is monitored until one is selected', async () => {
    answer(Controllers, { controllers: [{ ...chosen, selectedSiteId: null, selectedSiteName: null }] });
    answer(Sites, { sites: [main, lager] });
    open('/site-selector?controller=head-office');
    expect(await screen.findByText(/^Choose which site/)).toHaveTextContent(
      'Until you choose one, it monitors all of them.',
    );
  });

  test('marks the selected site, confirms it, and opens the dashboard after 1.5 seconds', async () => {
    openChoice();
    answer(UpdateController, {
      updateController: { ...chosen, selectedSiteId: lager.hostId, selectedSiteName: lager.hostName },
    });
    const card = await screen.findByRole('button', { name: 'Lager Süd 🏢' });
    vi.useFakeTimers();
    act(() => card.click());
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Site selected')).toBeVisible();
    expect(card).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'Main Street' })).toHaveAttribute('aria-pressed', 'false');
    expect(asks(UpdateController)[0]?.variables).toEqual({
      id: 'head-office',
      input: { selectedSiteId: 'short-id', selectedSiteName: 'Lager Süd 🏢' },
    });
    await act(() => vi.advanceTimersByTimeAsync(1_400));
    expect(address()).toBe('/site-selector?controller=head-office');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(address()).toBe('/user-dashboard');
  });

  test('that fails says "Failed to select site" and stays', async () => {
    const { user } = openChoice();
    refuse(UpdateController, {
      message: "Failed to select site: The console didn't respond to UniFi in time.",
      code: 'UNAVAILABLE',
      detail: "The console didn't respond to UniFi in time.",
    });
    await user.click(await screen.findByRole('button', { name: 'Lager Süd 🏢' }));
    expect(await screen.findByText('Failed to select site')).toBeVisible();
    expect(screen.getByText("The console didn't respond to UniFi in time.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Main Street' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('that can’t start says "Failed to fetch sites" and starts on Retry', async () => {
    answer(Controllers, { controllers: [chosen] });
    refuse(Sites, {
      message: 'Failed to fetch sites: UniFi returned a server error (503).',
      detail: 'UniFi returned a server error (503).',
    });
    const { user } = open('/site-selector?controller=head-office');
    expect(await screen.findByText('Failed to fetch sites')).toBeVisible();
    expect(screen.getByText('UniFi returned a server error (503).')).toBeVisible();
    answer(Sites, { sites: [main] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Main Street' })).toBeVisible();
  });

  test('links to the key when UniFi rejects it', async () => {
    answer(Controllers, { controllers: [chosen] });
    refuse(Sites, { message: 'Failed to fetch sites', fields: { apiKey: 'Failed to fetch sites' } });
    open('/site-selector?controller=head-office');
    expect(await screen.findByRole('link', { name: 'Replace the key' })).toHaveAttribute(
      'href',
      '/integrations?edit=head-office',
    );
  });

  test('says what to do if the key sees none', async () => {
    answer(Controllers, { controllers: [chosen] });
    answer(Sites, { sites: [] });
    open('/site-selector?controller=head-office');
    expect(await screen.findByText('This key sees no sites')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  });
});

describe('connecting a key', () => {
  test('offers the demo keys, and fills in the selected one', async () => {
    answer(DemoKeys, { demoKeys: [{ name: 'Head Office', apiKey: 'demo-key' }] });
    answer(ConnectSiteManager, { connectSiteManager: controller() });
    const { user } = open('/site-selector');
    const keys = within(await screen.findByRole('group', { name: 'Demo keys' }));
    await user.click(keys.getByRole('button', { name: 'Head Office' }));
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(asks(ConnectSiteManager)).toHaveLength(1));
    expect(asks(ConnectSiteManager)[0]?.variables).toEqual({
      input: { apiKey: 'demo-key', rejectDuplicate: true },
    });
  });

  test('mentions no demo outside the demo', async () => {
    answer(DemoKeys, { demoKeys: [] });
    open('/site-selector');
    await waitFor(() => expect(asks(DemoKeys)).toHaveLength(1));
    expect(screen.queryByText(/demo/i)).toBeNull();
  });

  const connect = async (key: string) => {
    answer(Controllers, { controllers: [chosen] });
    answer(DashboardSummary, summary());
    answer(Sites, { sites: [main, lager] });
    const { user } = open('/site-selector');
    const field = await screen.findByLabelText('Site Manager API key');
    if (key) await user.type(field, key);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    return field;
  };

  test.each(['', '   '])('asks for one when the field holds "%s"', async (key) => {
    await connect(key);
    expect(await screen.findByText('Please enter your UniFi Site Manager API key')).toBeVisible();
    expect(asks(ConnectSiteManager)).toHaveLength(0);
  });

  test('shows that UniFi is being checked, and opens the sites of the new controller', async () => {
    const answered = Promise.withResolvers<{ connectSiteManager: typeof chosen }>();
    answer(ConnectSiteManager, () => answered.promise);
    const field = await connect('a-key');
    expect(field).toHaveAttribute('type', 'password');
    expect(await screen.findByText('Checking what this key can access…')).toBeVisible();
    answered.resolve({
      connectSiteManager: controller({ id: 'new', totalSites: 2, selectedSiteId: null }),
    });
    await waitFor(() => expect(address()).toBe('/site-selector?controller=new'));
    expect(screen.getByText('UniFi Site Manager connected')).toBeVisible();
    expect(asks(ConnectSiteManager)[0]?.variables).toEqual({
      input: { apiKey: 'a-key', rejectDuplicate: true },
    });
  });

  test('goes to the dashboard when its only site is already selected', async () => {
    answer(ConnectSiteManager, { connectSiteManager: controller({ id: 'new', totalSites: 1 }) });
    await connect('a-key');
    await waitFor(() => expect(address()).toBe('/user-dashboard'));
  });

  test('that UniFi rejects shows the error under the key, and keeps it', async () => {
    const sentence = 'Failed to connect UniFi Site Manager. Please check your API key.';
    refuse(ConnectSiteManager, { message: sentence, fields: { apiKey: sentence } });
    const field = await connect('a-wrong-key');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field).toHaveValue('a-wrong-key');
    expect(field).toHaveFocus();
  });

  test('that fails for another reason shows the documented error', async () => {
    refuse(ConnectSiteManager, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    await connect('a-key');
    const said = await screen.findAllByText(
      'Failed to connect UniFi Site Manager. Please check your API key.',
    );
    expect(said).not.toHaveLength(0);
    expect(address()).toBe('/site-selector');
  });
});
