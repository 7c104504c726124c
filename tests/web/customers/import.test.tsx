import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CustomerList } from '#web/features/customers/customers.gql.ts';
import { HalopsaImport, ImportHalopsaClients } from '#web/features/customers/import/import.gql.ts';
import { ImportPage } from '#web/features/customers/import/ImportPage.tsx';
import type { HalopsaImportQuery } from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

type Row = NonNullable<Unmasked<HalopsaImportQuery>['halopsaImport']>['rows'][number];

const row = (clientId: number, clientName: string, over: Partial<Row> = {}): Row => ({
  clientId,
  clientName,
  action: 'create',
  customerId: null,
  customerName: clientName,
  sameName: 0,
  stamp: `stamp of ${clientName}`,
  sites: [],
  ...over,
});
const site = (name: string, customerName: string | null = null) => ({
  id: `id of ${name}`,
  name,
  customerName,
});

const clients = [
  row(1, 'Acme', { sites: [site('Acme Leeds'), site('Acme York', 'Birch')] }),
  row(2, 'Birch', { action: 'link', customerId: 'birch' }),
  row(3, 'Cedar'),
  row(4, 'Dogwood', { action: 'linked', customerId: 'dogwood' }),
  row(5, 'Elm', { action: 'taken', customerId: 'elm' }),
];
const serves = (rows: readonly Row[]) =>
  answer(HalopsaImport, ({ first, skip }) => ({
    halopsaImport: {
      rows: rows.slice(skip, skip + first),
      count: rows.length,
      isTruncated: false,
      readAt: '2026-11-20T12:00:00.000Z',
    },
  }));
const open = (signedInAs = alice) => render(<ImportPage />, { path: '/customers/import', signedInAs });
const box = (name: string) => screen.findByRole('checkbox', { name });
const press = (name: string) => screen.getByRole('button', { name });

describe('Importing HaloPSA clients', () => {
  test('ticks what clearly belongs together, and imports exactly what was confirmed', async () => {
    serves(clients);
    answer(ImportHalopsaClients, { importHalopsaClients: { created: 2, linked: 1, assigned: 2 } });
    const { user } = open();
    expect(await box('Import Acme')).toBeChecked();
    expect(await box('Assign Acme Leeds to Acme')).toBeChecked();
    // It belongs to someone else, so it only moves if a person says so.
    expect(await box('Assign Acme York to Acme')).not.toBeChecked();
    expect(await box('Import Birch')).toBeChecked();
    // Nothing speaks for it, so it isn't even among the suggestions.
    expect(screen.queryByRole('checkbox', { name: 'Import Cedar' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'All clients (5)');
    expect(await box('Import Cedar')).not.toBeChecked();
    for (const name of ['Import Dogwood', 'Import Elm'])
      expect(screen.queryByRole('checkbox', { name })).not.toBeInTheDocument();
    expect(
      screen.getByText('Will create 1 customer, link 1 existing customer and assign 1 site'),
    ).toBeInTheDocument();
    await user.click(await box('Assign Acme York to Acme'));
    await user.click(await box('Import Cedar'));
    await user.click(press('Import…'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Import 3 clients?' });
    expect(dialog).toHaveTextContent('1 of the sites leaves its current customer.');
    expect(asks(ImportHalopsaClients)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(asks(ImportHalopsaClients)).toHaveLength(1));
    expect(asks(ImportHalopsaClients)[0]?.variables).toEqual({
      rows: [
        { clientId: 1, stamp: 'stamp of Acme', siteIds: ['id of Acme Leeds', 'id of Acme York'] },
        { clientId: 2, stamp: 'stamp of Birch', siteIds: [] },
        { clientId: 3, stamp: 'stamp of Cedar', siteIds: [] },
      ],
    });
    expect(await screen.findByText('Import finished')).toBeInTheDocument();
    expect(
      screen.getByText('Created 2 customers, linked 1 existing customer and assigned 2 sites.'),
    ).toBeInTheDocument();
    expect(asks(CustomerList)).toHaveLength(0);
  });

  test('shows the new preview with the same ticks if something changed meanwhile', async () => {
    serves(clients);
    const sentence = '“Acme” changed since the preview. Review the new preview, then import.';
    refuse(ImportHalopsaClients, { message: sentence, code: 'CONFLICT' });
    const { user } = open();
    await user.click(await box('Assign Acme York to Acme'));
    await user.click(press('Import…'));
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    expect(await screen.findByText(new RegExp(sentence))).toBeInTheDocument();
    await waitFor(() => expect(asks(HalopsaImport)).toHaveLength(2));
    expect(await box('Assign Acme York to Acme')).toBeChecked();
  });

  test('loads thousands of clients in pages, and finds one among them', async () => {
    serves(Array.from({ length: 450 }, (_, at) => row(at + 1, `Client ${at + 1}`)));
    const { user } = open();
    await box('Import Client 1');
    expect(asks(HalopsaImport).map(({ variables }) => variables['skip'])).toEqual([0, 200, 400]);
    expect(press('Import…')).toBeDisabled();
    await user.type(screen.getByRole('searchbox'), 'client 417');
    await user.click(await box('Import Client 417'));
    expect(await screen.findByText('Will create 1 customer')).toBeInTheDocument();
  });

  test('leads to the connection if there is none', async () => {
    answer(HalopsaImport, { halopsaImport: null });
    open();
    expect(await screen.findByRole('link', { name: 'Connect HaloPSA' })).toHaveAttribute(
      'href',
      '/halopsa-setup',
    );
  });

  test('says why the clients cannot be loaded, and tries again', async () => {
    refuse(HalopsaImport, { message: 'HaloPSA rejected the client secret.', code: 'UNAVAILABLE' });
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'HaloPSA rejected the client secret. Nothing was changed.',
    );
    serves(clients);
    await user.click(press('Retry'));
    expect(await box('Import Acme')).toBeInTheDocument();
  });

  test('is not offered to viewers', async () => {
    serves(clients);
    open({ ...alice, teamRole: 'viewer' });
    expect(await screen.findByText(/You have view-only access/)).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});
