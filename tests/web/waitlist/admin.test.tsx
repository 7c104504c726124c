import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  DeleteWaitlistEntryDocument,
  WaitlistEntriesDocument,
  type WaitlistEntriesQuery,
  WaitlistFiguresDocument,
} from '#web/gql/graphql.ts';
import { ada, alice, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';

type Entry = WaitlistEntriesQuery['waitlist'][number];

const entry = (at: number, changes: Partial<Entry> = {}): Entry => ({
  id: String(at),
  email: `p${at}@x.test`,
  packageName: 'Professional Plan',
  unsubscribedAt: null,
  createdAt: '2026-11-20T12:00:00Z',
  ...changes,
});
const figures = {
  count: 3,
  mostPopular: 'Professional Plan',
  lastSevenDays: 2,
  unsubscribed: 1,
  perPackage: [
    { packageId: '1', packageName: 'Professional Plan', count: 2 },
    { packageId: null, packageName: 'Old Plan', count: 1 },
  ],
};

function open(entries: Entry[] = [entry(1), entry(2, { unsubscribedAt: '2026-11-21T12:00:00Z' })]) {
  answer(WaitlistEntriesDocument, { waitlist: entries, waitlistCount: entries.length });
  answer(WaitlistFiguresDocument, { waitlistSummary: figures });
  return renderApp({ path: '/admin/waitlist', signedInAs: ada });
}

test('The waitlist is summarized in total and per package', async () => {
  open();
  const strip = within(await screen.findByRole('region', { name: 'Figures' }));
  expect(strip.getByText('Total').nextSibling).toHaveTextContent('31 unsubscribed');
  expect(strip.getByText('Most popular package').nextSibling).toHaveTextContent('Professional Plan');
  expect(strip.getByText('Last 7 days').nextSibling).toHaveTextContent('2');
  const shares = within(screen.getByRole('list', { name: 'Per package' })).getAllByRole('listitem');
  expect(shares.map((one) => one.textContent)).toEqual(['Professional Plan2', 'Old Plan1']);
});

test('Each entry shows who waits for what, and opens an email draft which says that registration is open', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Waitlist' });
  expect(within(table).getByText('p1@x.test')).toBeInTheDocument();
  expect(within(table).getByText('Unsubscribed')).toBeInTheDocument();
  const draft = new URL(screen.getByRole('link', { name: 'Email p1@x.test' }).getAttribute('href')!);
  expect(draft.protocol + decodeURIComponent(draft.pathname)).toBe('mailto:p1@x.test');
  expect(draft.searchParams.get('subject')).toBe('Registration is open: Professional Plan');
  expect(draft.searchParams.get('body')).toContain('/packages');
});

test('An empty list says how entries get there', async () => {
  open([]);
  expect(await screen.findByText('No one on the waitlist yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open the waitlist page' })).toHaveAttribute('href', '/waitlist');
  expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
});

test('A search runs on the server, and says when it finds no one', async () => {
  const { user } = open();
  await screen.findByText('p1@x.test');
  const field = screen.getByRole('searchbox', { name: 'Search the waitlist' });
  answer(WaitlistEntriesDocument, ({ search }) => ({
    waitlist: search ? [] : [entry(1)],
    waitlistCount: search ? 0 : 1,
  }));
  await user.type(field, 'nobody');
  expect(await screen.findByText('No entries found')).toBeInTheDocument();
  expect(asks(WaitlistEntriesDocument).map(({ variables }) => variables['search'])).toEqual([null, 'nobody']);
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('p1@x.test')).toBeInTheDocument();
});

test('The list is paged, and sorted by its columns', async () => {
  const { user } = open();
  answer(WaitlistEntriesDocument, ({ skip }) => ({
    waitlist: skip ? [entry(50)] : Array.from({ length: 50 }, (_, at) => entry(at)),
    waitlistCount: 51,
  }));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText('p50@x.test')).toBeInTheDocument();
  expect(screen.getByText('51–51 of 51 entries')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Package' }));
  await waitFor(() =>
    expect(asks(WaitlistEntriesDocument).at(-1)?.variables).toMatchObject({
      sort: 'package',
      descending: false,
      skip: 0,
    }),
  );
});

test.each(['done', 'refused'])('Deleting an entry asks for confirmation first; it is %s', async (what) => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Delete p1@x.test' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  if (what === 'done') answer(DeleteWaitlistEntryDocument, { deleteWaitlistEntry: '1' });
  else refuse(DeleteWaitlistEntryDocument, { message: 'Entry not found', code: 'NOT_FOUND' });
  answer(WaitlistEntriesDocument, { waitlist: [entry(2)], waitlistCount: 1 });
  await user.click(dialog.getByRole('button', { name: 'Delete entry' }));
  expect(await screen.findByText(what === 'done' ? 'Entry deleted' : 'Deletion Failed')).toBeInTheDocument();
  if (what === 'done') await waitFor(() => expect(screen.queryByText('p1@x.test')).not.toBeInTheDocument());
});

test('The list is for administrators only', async () => {
  renderApp({ path: '/admin/waitlist', signedInAs: alice });
  expect(await screen.findByText('Access Denied')).toBeInTheDocument();
});
