import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { History } from '#web/features/revisions/History.tsx';
import { RevertRevisionDocument, type RevisionFieldsFragment, RevisionsDocument } from '#web/gql/graphql.ts';
import { ada, answer, asks, refuse, render } from '#tests/support/render.tsx';

/** A change, with what a test says otherwise. */
const change = (version: number, over: Partial<RevisionFieldsFragment> = {}): RevisionFieldsFragment => ({
  id: `r${version}`,
  version,
  by: 'Grace Hopper',
  at: new Date(Date.now() - 120_000).toISOString(),
  revertOf: null,
  changes: [{ field: 'siteName', before: 'Alt', after: `Name ${version}` }],
  ...over,
});

function openHistory(...revisions: RevisionFieldsFragment[]) {
  answer(RevisionsDocument, { revisions });
  let reloads = 0;
  const reload = () => Promise.resolve((reloads += 1));
  const labels = { siteName: 'Site name', primaryColor: 'Primary color' };
  const drawn = render(<History part="site_branding" labels={labels} onReverted={reload} />, {
    signedInAs: ada,
  });
  return { ...drawn, reloads: () => reloads };
}
const rows = async () => within(await screen.findByRole('list', { name: 'Changes' }));

describe('the history', () => {
  test('says who changed what and when, with the newest expanded', async () => {
    const { user } = openHistory(change(2), change(1, { by: 'Ada 🐙 Müller-Lüdenscheidt' }));
    const list = await rows();
    expect(list.getByText('before:').parentElement).toHaveTextContent('before: Alt');
    expect(list.getByText('after:').parentElement).toHaveTextContent('after: Name 2');
    expect(list.getByText('Ada 🐙 Müller-Lüdenscheidt')).toBeVisible();
    expect(list.getAllByText('2 min ago')).toHaveLength(2);
    await user.click(list.getAllByRole('button', { name: 'Site name' })[1]!);
    expect(list.getByText('Name 1')).toBeVisible();
  });

  test('shows colors and images as such, lists by their rows, and long texts by their lines', async () => {
    openHistory(
      change(1, {
        changes: [
          { field: 'primaryColor', before: '#2563eb', after: '#aa0011' },
          { field: 'logoUrl', before: null, after: '/uploads/3f-1.webp' },
          { field: 'customCss', before: 'a {}\nb {}', after: 'a {}\nc {}' },
          {
            field: 'items',
            before: [{ id: '1', title: 'Docs', url: '/docs', order: 0 }],
            after: [{ id: '2', title: 'Pricing', url: '/packages', order: 0 }],
          },
        ],
      }),
    );
    const list = await rows();
    const swatch = list.getByText('#aa0011').querySelector('[aria-hidden]');
    expect(swatch).toHaveStyle({ backgroundColor: '#aa0011' });
    expect(list.getByRole('img', { name: '/uploads/3f-1.webp' })).toHaveAttribute(
      'src',
      '/uploads/3f-1.webp',
    );
    const lines = within(list.getByRole('list', { name: 'Changed lines' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([' a {}', '−removed: b {}', '+added: c {}']);
    expect(list.getByText('Added')).toHaveTextContent('Added Pricing');
    expect(list.getByText('Deleted')).toHaveTextContent('Deleted Docs');
  });

  test('reverts a change after a confirmation that says what else it reverts, and marks it', async () => {
    const { user, reloads } = openHistory(change(3), change(2), change(1));
    answer(RevertRevisionDocument, () => {
      const revert = change(4, { revertOf: 2 });
      answer(RevisionsDocument, { revisions: [revert, change(3), change(2), change(1)] });
      return { revertRevision: revert };
    });
    await user.click((await rows()).getAllByRole('button', { name: 'Revert' })[1]!);
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/The later change is undone too/)).toBeVisible();
    expect(asks(RevertRevisionDocument)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Revert change' }));
    expect(await screen.findByText('Change reverted')).toBeVisible();
    expect(asks(RevertRevisionDocument)[0]?.variables).toEqual({ id: 'r2' });
    expect(reloads()).toBe(1);
    const list = await rows();
    await waitFor(() => expect(list.getAllByText('Reverted')).toHaveLength(2));
    expect(list.getAllByRole('button', { name: 'Revert' })).toHaveLength(2);
  });

  test('says so if nothing would change', async () => {
    const { user } = openHistory(change(2), change(1));
    answer(RevertRevisionDocument, { revertRevision: change(2) });
    await user.click((await rows()).getAllByRole('button', { name: 'Revert' })[0]!);
    await user.click(await screen.findByRole('button', { name: 'Revert change' }));
    expect(await screen.findByText('Nothing to revert')).toBeVisible();
  });

  test('changes nothing when the server refuses, and shows its error', async () => {
    const { user, reloads } = openHistory(change(1));
    refuse(RevertRevisionDocument, { message: 'Change not found', code: 'NOT_FOUND' });
    await user.click((await rows()).getByRole('button', { name: 'Revert' }));
    await user.click(await screen.findByRole('button', { name: 'Revert change' }));
    expect(await screen.findByText('Change not found')).toBeVisible();
    expect(reloads()).toBe(0);
  });

  test('without changes says what will appear there', async () => {
    openHistory();
    expect(await screen.findByText('No changes yet')).toBeVisible();
  });

  test('that cannot be loaded is loaded on Retry', async () => {
    refuse(RevisionsDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = render(<History part="menu" onReverted={() => Promise.resolve()} />, {
      signedInAs: ada,
    });
    expect(await screen.findByText('We couldn’t load the history')).toBeVisible();
    answer(RevisionsDocument, { revisions: [change(1)] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toBeDefined();
  });
});
