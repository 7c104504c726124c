import { act as settle, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  CreateCustomer,
  CustomerList,
  DeleteCustomer,
  UpdateCustomer,
} from '#web/features/customers/customers.gql.ts';
import { AcknowledgeAlerts } from '#web/features/alerts/useAlertActions.ts';
import { OpenAlerts } from '#web/features/alerts/current/open-alerts.gql.ts';
import { CreateMaintenanceWindow } from '#web/features/maintenance/useWindows.ts';
import { CustomerPage, OneCustomer } from '#web/features/sites/CustomerPage.tsx';
import { CustomersPage } from '#web/features/sites/CustomersPage.tsx';
import {
  DefaultCustomerMarks,
  DefaultCustomers,
  SetDefaultCustomer,
} from '#web/features/sites/DefaultCustomers.tsx';
import {
  AssignMatchingSites,
  SiteList,
  TagMatchingSites,
  UndoSiteAssignment,
} from '#web/features/sites/sites.gql.ts';
import { setAttentionCount } from '#web/lib/attention-count.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { alertAt, answerOpen } from '../alerts/samples.ts';
import { weekly } from '../maintenance.samples.ts';
import { acme, birch, customer, serves, site } from './samples.ts';

const open = (path = '/customers', signedInAs = alice) => render(<CustomersPage />, { path, signedInAs });
const row = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('[role=row]')!;
const act = async (name: string, action: string) =>
  within(await screen.findByRole('group', { name: `Actions for ${name}` })).getByRole('button', {
    name: action,
  });
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));
/** Chooses in a field that searches. */
async function choose(user: UserEvent, field: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('The list of customers', () => {
  test('says what to do while there are none', async () => {
    serves([]);
    const { user } = open();
    expect(await screen.findByText('No customers yet')).toBeInTheDocument();
    await press(user, 'Add Your First Customer');
    expect(await screen.findByRole('dialog', { name: 'Add Customer' })).toBeInTheDocument();
  });

  test('shows what is wrong where, and links to it', async () => {
    serves([acme, birch]);
    open();
    const first = within(await row('Acme'));
    expect(first.getAllByText('1 offline')[0]).toBeInTheDocument();
    expect(first.getAllByText('gold')[0]).toBeInTheDocument();
    const [link] = first.getAllByRole('link', { name: '3 open alerts of Acme, worst: Critical' });
    expect(link).toHaveAttribute('href', '/alerts?customer=acme');
    expect(asks(CustomerList).at(-1)?.variables).toMatchObject({ worstFirst: true });
  });

  test('says how many sites of a customer can’t be read', async () => {
    serves([{ ...acme, sitesUnknown: 1 }, birch]);
    open();
    const acmeRow = within(await row('Acme'));
    expect(acmeRow.getAllByText('1 site can’t be read').length).toBeGreaterThan(0);
    expect(within(await row('Birch')).queryByText(/can’t be read/)).toBeNull();
  });

  test('is searched on the server, and says so if nothing matches', async () => {
    serves([acme]);
    const { user } = open();
    await row('Acme');
    await user.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'zebra');
    expect(await screen.findByText('No customers match “zebra”.')).toBeInTheDocument();
    await press(user, 'Clear search');
    expect(await row('Acme')).toBeInTheDocument();
  });

  test('adds a customer with tags, and keeps what was typed if the name is taken', async () => {
    serves([acme]);
    refuse(CreateCustomer, {
      message: 'Invalid',
      fields: { name: 'Your team already has a customer of this name' },
    });
    const { user } = open('/customers?new');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Acme');
    await choose(user, 'Tags (optional)', 'gold 2 sites');
    await user.type(screen.getByRole('combobox', { name: 'Tags (optional)' }), 'VIP, 24x7,');
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add Customer' }));
    expect(await dialog.findByText('Your team already has a customer of this name')).toBeInTheDocument();
    serves([acme, customer('Acme 2')]);
    answer(CreateCustomer, { createCustomer: customer('Acme 2') });
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2');
    await user.click(dialog.getByRole('button', { name: 'Add Customer' }));
    expect(await row('Acme 2')).toBeInTheDocument();
    expect(asks(CreateCustomer).at(-1)?.variables['input']).toMatchObject({
      name: 'Acme 2',
      tags: ['gold', 'vip', '24x7'],
      color: null,
    });
  });

  test('saves only what was changed, so that a colleague’s other changes stay', async () => {
    serves([acme]);
    answer(UpdateCustomer, { updateCustomer: acme });
    const { user } = open();
    await user.click(await act('Acme', 'Edit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Acme' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Ltd');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(asks(UpdateCustomer)[0]?.variables).toEqual({ id: 'acme', input: { name: 'Acme Ltd' } }),
    );
  });

  test('says what happens to the sites of a deleted customer, and what still uses it', async () => {
    serves([acme]);
    const sentence =
      '“Acme” can’t be deleted while it’s in use by its monthly report email (the team owner can turn that off) and the rule “Acme only”. Change or delete those first.';
    const uses = [{ kind: 'report_emails' }, { kind: 'rule', id: 'r1', name: 'Acme only' }];
    refuse(DeleteCustomer, { message: sentence, code: 'CONFLICT', uses });
    const { user } = open();
    await user.click(await act('Acme', 'Delete'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Acme?' });
    expect(dialog).toHaveTextContent('Its 2 sites stay monitored, without a customer.');
    await press(user, 'Delete customer');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'This customer can’t be deleted yetIt’s still in use. Change or delete these first:',
    );
    const links = within(dialog)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Monthly report email (the team owner can turn that off)', '/reports?customer=acme#emails'],
      ['Rule “Acme only”', '/alerts?tab=rules#rule-r1'],
    ]);
    answer(DeleteCustomer, { deleteCustomer: 'acme' });
    serves([]);
    await press(user, 'Try again');
    expect(await screen.findByText('No customers yet')).toBeInTheDocument();
  });

  test('offers no changes to viewers', async () => {
    serves([acme], [site('Leeds')]);
    open('/customers', { ...alice, teamRole: 'viewer' });
    await row('Acme');
    expect(screen.queryByRole('button', { name: 'Add Customer' })).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Actions for Acme' })).not.toBeInTheDocument();
  });
});

describe('The list of sites', () => {
  const sites = [site('Leeds'), site('York', { customer: birch, isMonitored: false, devices: acme.devices })];

  test('assigns the ticked ones to a customer', async () => {
    serves([acme, birch], sites);
    answer(AssignMatchingSites, { assignMatchingSites: { changed: 1, unchanged: 0 } });
    const { user } = open('/customers?tab=sites');
    const box = await screen.findByRole('checkbox', { name: 'Select Leeds' });
    // Screen readers only read what is in a cell of its row.
    expect(box.closest('[role=cell]')).toBeInTheDocument();
    await user.click(box);
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    await press(user, 'Assign to customer…');
    await choose(user, 'Customer', 'Acme');
    const loads = asks(SiteList).length;
    await press(user, 'Assign');
    await waitFor(() => expect(asks(AssignMatchingSites)).toHaveLength(1));
    expect(asks(AssignMatchingSites)[0]?.variables).toMatchObject({
      filter: { ids: ['id of Leeds'] },
      customerId: 'acme',
    });
    await waitFor(() => expect(asks(SiteList).length).toBeGreaterThan(loads));
    await waitFor(() => expect(screen.queryByText('1 selected')).not.toBeInTheDocument());
  });

  test('changes all that match, beyond the page', async () => {
    const many = Array.from({ length: 60 }, (_, at) => site(`Site ${at}`));
    serves([acme], many);
    answer(AssignMatchingSites, { assignMatchingSites: { changed: 57, unchanged: 3 } });
    const { user } = open('/customers?tab=sites&assigned=no');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Site 7' }));
    await press(user, 'Select all 60 matching');
    expect(screen.getByText('60 selected')).toBeInTheDocument();
    await press(user, 'Assign to customer…');
    expect(await screen.findByRole('dialog', { name: 'Assign 60 sites' })).toBeInTheDocument();
    await choose(user, 'Customer', 'Acme');
    await press(user, 'Assign');
    await waitFor(() => expect(asks(AssignMatchingSites)).toHaveLength(1));
    // The server's number, not the one that was chosen.
    expect(await screen.findByText('57 sites assigned')).toBeVisible();
    expect(screen.getByText('3 sites already belonged to this customer.')).toBeVisible();
    answer(UndoSiteAssignment, { undoSiteAssignment: 57 });
    const loads = asks(SiteList).length;
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Assignment of 57 sites undone')).toBeInTheDocument();
    const { assignmentId } = asks(AssignMatchingSites)[0]!.variables;
    expect(asks(UndoSiteAssignment)[0]?.variables).toEqual({ assignmentId });
    await waitFor(() => expect(asks(SiteList).length).toBeGreaterThan(loads));
    expect(asks(AssignMatchingSites)[0]?.variables).toMatchObject({
      filter: { unassigned: true },
      customerId: 'acme',
    });
  });

  test('selects a range with Shift, and Escape clears the selection', async () => {
    serves(
      [acme],
      Array.from({ length: 60 }, (_, at) => site(`Site ${at}`)),
    );
    const { user } = open('/customers?tab=sites');
    const tick = async (name: string) =>
      user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    await tick('Site 7');
    await user.keyboard('{Shift>}');
    await tick('Site 3');
    await user.keyboard('{/Shift}');
    expect(screen.getByText('5 selected')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select Site 5' })).toBeChecked();
    await user.keyboard('{Escape}');
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select Site 5' })).not.toBeChecked();
  });

  test('keeps the others on the page selected if one of all is left out', async () => {
    serves(
      [acme],
      Array.from({ length: 60 }, (_, at) => site(`Site ${at}`)),
    );
    const { user } = open('/customers?tab=sites');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Site 7' }));
    await press(user, 'Select all 60 matching');
    await user.click(screen.getByRole('checkbox', { name: 'Select Site 7' }));
    expect(screen.getByText('49 selected')).toBeInTheDocument();
    await press(user, 'Clear selection');
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  test('says which ticked sites no longer exist, and when nothing changed', async () => {
    serves([acme], sites);
    answer(AssignMatchingSites, { assignMatchingSites: { changed: 0, unchanged: 1 } });
    const { user } = open('/customers?tab=sites');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Leeds' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select York' }));
    await press(user, 'Assign to customer…');
    await choose(user, 'Customer', 'Acme');
    await press(user, 'Assign');
    expect(await screen.findByText('Nothing changed')).toBeVisible();
    expect(
      screen.getByText('1 site already belonged to this customer. 1 site no longer exists.'),
    ).toBeVisible();
  });

  test('adds and removes tags, and shows why the server refused', async () => {
    serves([acme], sites);
    refuse(TagMatchingSites, { message: 'Invalid', fields: { add: 'Choose a tag to add or to remove' } });
    const { user } = open('/customers?tab=sites');
    await user.click(await screen.findByRole('checkbox', { name: 'Select York' }));
    await press(user, 'Change tags…');
    await user.click(await screen.findByRole('button', { name: 'Save Tags' }));
    expect(await screen.findByText('Choose a tag to add or to remove')).toBeInTheDocument();
    answer(TagMatchingSites, { tagMatchingSites: { changed: 1, unchanged: 0 } });
    await choose(user, 'Remove', 'gold 2 sites');
    await press(user, 'Save Tags');
    await waitFor(() =>
      expect(asks(TagMatchingSites).at(-1)?.variables).toEqual({
        filter: { ids: ['id of York'] },
        add: [],
        remove: ['gold'],
      }),
    );
  });

  test('sets the customer that new sites of a controller belong to', async () => {
    const controller = { __typename: 'Controller', id: 'head-office', name: 'Head Office' };
    serves([acme], sites);
    answer(DefaultCustomers, { controllers: [{ ...controller, defaultCustomerId: null }] });
    answer(SetDefaultCustomer, { setDefaultCustomer: { ...controller, defaultCustomerId: 'acme' } });
    answer(DefaultCustomerMarks, { customers: [acme] });
    const { user } = open('/customers?tab=sites');
    await user.click(await screen.findByRole('button', { name: 'Default customers…' }));
    await user.click(
      await screen.findByRole('button', { name: 'Change the customer of new sites of Head Office' }),
    );
    await choose(user, 'Customer of new sites of Head Office', 'Acme');
    const list = within(await screen.findByRole('list', { name: 'Controllers' }));
    expect(await list.findByRole('link', { name: 'Acme' })).toBeInTheDocument();
    expect(asks(SetDefaultCustomer)[0]?.variables).toEqual({
      controllerId: 'head-office',
      customerId: 'acme',
    });
  });
});

describe('The page of a customer', () => {
  const openOne = (id: string) =>
    render(<CustomerPage />, { pattern: '/customers/:id', path: `/customers/${id}`, signedInAs: alice });

  test('shows its facts and sites', async () => {
    serves([acme], [site('Leeds', { customer: acme, openAlertCount: 3, worstSeverity: 'critical' })]);
    answer(OneCustomer, { customer: acme });
    openOne('acme');
    expect(await screen.findByRole('heading', { name: 'Acme' })).toBeInTheDocument();
    expect(
      within(await row('Leeds')).getByRole('link', { name: /3 open alerts of Leeds/ }),
    ).toBeInTheDocument();
    expect(asks(SiteList)[0]?.variables).toMatchObject({ customerIds: ['acme'] });
  });

  test('lists its open alerts with their actions, and what else can be done for it', async () => {
    serves([acme], [site('Leeds', { customer: acme })]);
    answer(OneCustomer, { customer: acme });
    answerOpen(alertAt(1, { deviceName: 'AP Lobby' }));
    const { user } = openOne('acme');
    const list = within(await screen.findByRole('grid', { name: 'Open alerts of Acme' }));
    expect(asks(OpenAlerts)[0]?.variables).toMatchObject({
      filter: { customerIds: ['acme'] },
      order: 'worst',
    });
    answer(AcknowledgeAlerts, { changed: [] });
    await user.click(list.getByRole('button', { name: 'Acknowledge AP Lobby' }));
    await waitFor(() => expect(asks(AcknowledgeAlerts)).toHaveLength(1));
    expect(screen.getByRole('link', { name: 'Monthly report' })).toHaveAttribute(
      'href',
      '/reports?customer=acme',
    );
    answer(CreateMaintenanceWindow, { createMaintenanceWindow: weekly });
    await press(user, 'Mute for 1 hour');
    await waitFor(() =>
      expect(asks(CreateMaintenanceWindow)[0]?.variables['input']).toMatchObject({
        customerIds: ['acme'],
        controllerId: null,
        minutes: 60,
      }),
    );
  });

  test.each([
    [0, null],
    [1, '1 device can’t be read, so its alerts can’t be raised.'],
    [3, '3 devices can’t be read, so their alerts can’t be raised.'],
  ])('says which alerts may be missing while %i devices are unknown', async (unknown, says) => {
    serves([acme], [site('Leeds', { customer: acme })]);
    answer(OneCustomer, { customer: { ...acme, devices: { ...acme.devices, unknown } } });
    answerOpen();
    openOne('acme');
    const section = within(await screen.findByRole('region', { name: 'Open alerts' }));
    expect(await section.findByText('No open alerts')).toBeInTheDocument();
    expect(section.queryByText(/be raised/)?.textContent ?? null).toBe(says);
  });

  test('shows no green sign for a customer whose devices were never read', async () => {
    const unread = customer('Acme', { siteCount: 1 });
    serves([unread], [site('Leeds', { customer: unread, devices: unread.devices })]);
    answer(OneCustomer, { customer: unread });
    answerOpen();
    openOne('acme');
    const section = within(await screen.findByRole('region', { name: 'Open alerts' }));
    expect(await section.findByText('No open alerts')).toBeInTheDocument();
    expect(
      section.getByText('None of its devices have been read yet, so their alerts can’t be raised.'),
    ).toBeInTheDocument();
  });

  test('shows no green sign for a customer with one site that was read and one that was never', async () => {
    const half = { ...acme, sitesUnknown: 1 };
    serves([half], [site('Leeds', { customer: half })]);
    answer(OneCustomer, { customer: half });
    answerOpen();
    openOne('acme');
    const section = within(await screen.findByRole('region', { name: 'Open alerts' }));
    expect(await section.findByText('1 site can’t be read, so its alerts can’t be raised.')).toBeVisible();
    expect(screen.getByText('1 site can’t be read')).toBeVisible();
  });

  test('saves only what was changed in its dialog, though it was read again meanwhile', async () => {
    serves([acme], [site('Leeds', { customer: acme })]);
    answer(OneCustomer, { customer: acme });
    answerOpen();
    const { user } = openOne('acme');
    await user.click(await act('Acme', 'Edit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Acme' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Ltd');
    // A colleague adds a tag, and an alert somewhere makes the page read the customer again.
    answer(OneCustomer, { customer: { ...acme, tags: ['gold', 'vip'] } });
    await settle(async () => setAttentionCount(1));
    expect((await screen.findAllByText('vip', undefined, { timeout: 3000 })).length).toBeGreaterThan(0);
    answer(UpdateCustomer, { updateCustomer: acme });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(asks(UpdateCustomer)).toHaveLength(1));
    expect(asks(UpdateCustomer)[0]?.variables).toEqual({ id: 'acme', input: { name: 'Acme Ltd' } });
  });

  test('says that another team’s customer is not found', async () => {
    refuse(OneCustomer, { message: 'Customer not found', code: 'NOT_FOUND' });
    openOne('other');
    expect(await screen.findByText('Customer not found')).toBeInTheDocument();
  });
});
