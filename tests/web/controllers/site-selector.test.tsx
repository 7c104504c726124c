import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { DemoKeys } from '#web/features/controllers/ConnectHelp.tsx';
import { Controllers, DashboardSummary, SelectedSites } from '#web/features/controllers/controllers.gql.ts';
import { Sites } from '#web/features/controllers/site-selector/SiteChoice.tsx';
import {
  ConnectSiteManager,
  SiteSelectorPage,
} from '#web/features/controllers/site-selector/SiteSelectorPage.tsx';
import { SelectSites } from '#web/features/controllers/site-selector/useSiteChoice.ts';
import { Address, controller, site, summary, typed } from './samples.tsx';

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

/** What the server has stored for the controller. */
const selects = (selectedSiteIds: string[] | null) =>
  answer(SelectedSites, {
    controller: typed('Controller', {
      id: 'head-office',
      selectedSiteIds,
      selectedSiteNames: selectedSiteIds?.map((id) => nameOf.get(id) ?? 'Closed Branch') ?? null,
    }),
  });
const nameOf = new Map([main, lager].map(({ hostId, hostName }) => [hostId, hostName]));
const saved = (selectedSiteIds: string[] | null) => ({
  updateController: {
    ...chosen,
    selectedSiteIds,
    selectedSiteNames: selectedSiteIds,
    selectedSiteCount: selectedSiteIds?.length ?? null,
  },
});

describe('choosing a site', () => {
  const openChoice = () => {
    answer(Controllers, { controllers: [chosen] });
    answer(Sites, { sites: [main, lager] });
    return open('/site-selector?controller=head-office');
  };
  beforeEach(() => selects([main.hostId]));

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
    selects(null);
    openChoice();
    expect(await screen.findByRole('checkbox', { name: 'All sites, including new ones' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Main Street' })).not.toBeChecked();
    expect(screen.getByText('All 2 sites, 45 devices, 1 site not counted')).toBeVisible();
  });

  test('marks the selected site, confirms it, and opens the dashboard after 1.5 seconds', async () => {
    openChoice();
    answer(SelectSites, saved([lager.hostId]));
    const card = await screen.findByRole('button', { name: 'Lager Süd 🏢' });
    vi.useFakeTimers();
    act(() => card.click());
    act(() => screen.getByRole('button', { name: 'Monitor Lager Süd 🏢' }).click());
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Site selected')).toBeVisible();
    expect(card).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'Main Street' })).toHaveAttribute('aria-pressed', 'false');
    expect(asks(SelectSites)[0]?.variables).toEqual({
      id: 'head-office',
      input: { selectedSiteId: 'short-id', selectedSiteName: 'Lager Süd 🏢' },
    });
    await act(() => vi.advanceTimersByTimeAsync(1_400));
    expect(address()).toBe('/site-selector?controller=head-office');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(address()).toBe('/user-dashboard');
  });

  test('asks before the site that is monitored is replaced by another', async () => {
    const { user } = openChoice();
    await user.dblClick(await screen.findByRole('button', { name: 'Lager Süd 🏢' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Monitor Lager Süd 🏢 instead?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Monitor Lager Süd 🏢' }), { detail: 2 });
    expect(dialog.getByText(/^Main Street will no longer be monitored, and its open alerts/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(asks(SelectSites)).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Main Street' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('selects at once where nothing else is monitored, and ignores clicks until the dashboard opens', async () => {
    openChoice();
    answer(SelectSites, saved([main.hostId]));
    const card = await screen.findByRole('button', { name: 'Main Street' });
    vi.useFakeTimers();
    act(() => card.click());
    act(() => card.click());
    await act(() => vi.advanceTimersByTimeAsync(100));
    act(() => card.click());
    act(() => screen.getByRole('checkbox', { name: 'Tick Lager Süd 🏢' }).click());
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(asks(SelectSites)).toHaveLength(1);
    expect(address()).toBe('/user-dashboard');
  });

  test('that fails says "Failed to select site" and stays', async () => {
    const { user } = openChoice();
    refuse(SelectSites, {
      message: "Failed to select site: The console didn't respond to UniFi in time.",
      code: 'UNAVAILABLE',
      detail: "The console didn't respond to UniFi in time.",
    });
    await user.click(await screen.findByRole('button', { name: 'Lager Süd 🏢' }));
    await user.click(screen.getByRole('button', { name: 'Monitor Lager Süd 🏢' }));
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

describe('choosing several sites', () => {
  const hull = site({ hostId: 'hull', hostName: 'Hull', deviceCount: 1200 });
  const openSites = (sites = [main, lager, hull], selected: string[] | null = [main.hostId]) => {
    answer(Controllers, { controllers: [chosen] });
    answer(Sites, { sites });
    selects(selected);
    return open('/site-selector?controller=head-office');
  };
  const box = (name: string) => screen.getByRole('checkbox', { name });
  const all = 'All sites, including new ones';
  const save = () => screen.getByRole('button', { name: 'Save Changes' });

  test('starts with the first tick beside the one that is selected, and saves only on Save Changes', async () => {
    const { user } = openSites();
    answer(SelectSites, saved([main.hostId, 'hull']));
    await user.click(await screen.findByRole('checkbox', { name: 'Tick Hull' }));
    expect(screen.getByText('2 of 3 sites, 1,245 devices')).toBeVisible();
    expect(asks(SelectSites)).toHaveLength(0);
    await user.click(box('Lager Süd 🏢'));
    await user.click(box('Lager Süd 🏢'));
    await user.click(save());
    expect(await screen.findByText('2 sites are now monitored.')).toBeVisible();
    expect(asks(SelectSites)[0]?.variables).toEqual({
      id: 'head-office',
      input: { selectedSiteIds: [main.hostId, 'hull'] },
    });
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    expect(box('Main Street')).toBeChecked();
    await waitFor(() => expect(address()).toBe('/user-dashboard'), { timeout: 3_000 });
  });

  test('ticks whole cards while all sites are monitored, and says what that would end before it is saved', async () => {
    const { user } = openSites(undefined, null);
    await user.dblClick(await screen.findByText('Main Street'));
    await user.click(screen.getByText('Hull'));
    expect(box('Hull')).toBeChecked();
    expect(screen.getByText(/^Not saved yet/)).toHaveTextContent(
      'Open alerts of the 2 sites you leave out will end.',
    );
    expect(asks(SelectSites)).toHaveLength(0);
  });

  test('ticks whole cards once several are selected, and says what leaving sites out ends', async () => {
    const { user } = openSites(undefined, [main.hostId, lager.hostId]);
    await user.click(await screen.findByText('Main Street'));
    expect(box('Main Street')).not.toBeChecked();
    expect(screen.getByText(/^Not saved yet/)).toHaveTextContent(
      'Open alerts of the site you leave out will end.',
    );
    answer(SelectSites, saved([lager.hostId]));
    await user.click(save());
    expect(await screen.findByText('Lager Süd 🏢 is now monitored.')).toBeVisible();
    expect(asks(SelectSites)[0]?.variables['input']).toEqual({
      selectedSiteId: lager.hostId,
      selectedSiteName: lager.hostName,
    });
  });

  test('goes back to all sites, including new ones', async () => {
    const { user } = openSites();
    answer(SelectSites, saved(null));
    await user.click(await screen.findByRole('checkbox', { name: all }));
    expect(box('Main Street')).not.toBeChecked();
    await user.click(save());
    expect(await screen.findByText('Every site is now monitored, including new ones.')).toBeVisible();
    expect(asks(SelectSites)[0]?.variables['input']).toEqual({ selectedSiteIds: null });
  });

  test('with none ticked shows the server’s message and keeps the selection', async () => {
    const { user } = openSites();
    const message = 'Tick at least one site, or choose all sites';
    refuse(SelectSites, { message, fields: { selectedSiteIds: message }, outcome: 'refused' });
    await user.click(await screen.findByRole('button', { name: 'Select none' }));
    expect(screen.getByText('0 of 3 sites, 0 devices')).toBeVisible();
    await user.click(save());
    expect(await screen.findByText(message)).toBeVisible();
    expect(box('Main Street')).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('button', { name: 'Main Street' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('ticks what a search finds, in order of name, and keeps the rest', async () => {
    const many = Array.from({ length: 40 }, (_, nth) =>
      site({ hostId: `host-${nth}`, hostName: `Branch ${40 - nth}`, deviceCount: 2 }),
    );
    const { user } = openSites(many, null);
    await user.type(await screen.findByLabelText('Find a site'), 'branch 1');
    const names = screen.getAllByText(/^Branch/).map(({ textContent }) => textContent);
    expect(names.slice(0, 3)).toEqual(['Branch 1', 'Branch 10', 'Branch 11']);
    await user.click(screen.getByRole('button', { name: 'Select 11 found' }));
    await user.clear(screen.getByLabelText('Find a site'));
    expect(screen.getByText('11 of 40 sites, 22 devices')).toBeVisible();
    expect(box('Branch 2')).not.toBeChecked();
    expect(box('Branch 19')).toBeChecked();
  });

  test('shows a selected site that has left the account, by name, until it is removed', async () => {
    const { user } = openSites([main, lager], [main.hostId, 'left']);
    const [gone] = await screen.findAllByRole('listitem');
    expect(gone).toHaveTextContent('Closed BranchSelectedNo longer in this UniFi account');
    await user.click(within(gone!).getByRole('checkbox', { name: 'Closed Branch' }));
    answer(SelectSites, saved([main.hostId]));
    await user.click(save());
    await waitFor(() => expect(asks(SelectSites)).toHaveLength(1));
  });

  test('shows a thousand sites page by page, the selected ones first, and ticks all at once', async () => {
    const many = Array.from({ length: 1000 }, (_, nth) =>
      site({ hostId: `host-${nth}`, hostName: `Branch ${nth}`, deviceCount: 1, isSelected: nth === 999 }),
    );
    const { user } = openSites(many, ['host-999']);
    expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent('Branch 999Selected');
    expect(screen.getAllByRole('listitem')).toHaveLength(50);
    expect(screen.getByText('Page 1 of 20')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Select all' }));
    expect(screen.getByText('1,000 of 1,000 sites, 1,000 devices')).toBeVisible();
  });

  test('asks before unsaved ticks are lost', async () => {
    const { user } = openSites();
    await user.click(await screen.findByRole('checkbox', { name: 'Tick Hull' }));
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    expect(await screen.findByText('The sites you ticked haven’t been saved.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(address()).toBe('/user-dashboard'));
  });

  test('is only shown to people who may not change it', async () => {
    answer(Controllers, { controllers: [chosen] });
    answer(Sites, { sites: [main, lager] });
    selects([main.hostId, lager.hostId]);
    render(<SiteSelectorPage />, {
      path: '/site-selector?controller=head-office',
      signedInAs: { ...alice, teamRole: 'viewer' },
    });
    expect(await screen.findByText('2 of 2 sites, 45 devices, 1 site not counted')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getAllByText('Selected')).toHaveLength(2);
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
