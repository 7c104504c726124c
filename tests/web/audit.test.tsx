import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { AuditEntriesDocument } from '#web/gql/graphql.ts';
import { answer, asks } from '#tests/support/render.tsx';
import { entry, intact, openSecurity } from './security.samples.tsx';

describe('the audit log', () => {
  const table = async () => within(await screen.findByRole('table', { name: 'Audit log' }));

  test('shows action, subject, actor and address, and expands to before and after', async () => {
    const { user } = openSecurity();
    const log = await table();
    for (const words of ['Security policy', 'ada@example.test', '203.0.113.9'])
      expect(log.getByText(words)).toBeVisible();
    const what = log.getByRole('button', { name: 'Security policy changed' });
    expect(what).toHaveAttribute('aria-expanded', 'false');
    await user.click(what);
    expect(what).toHaveAttribute('aria-expanded', 'true');
    const changes = within(log.getByRole('table', { name: 'Changes' }));
    const rows = changes.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['Field', 'Before', 'After'],
      ['Session timeout (minutes)', '30', '60'],
      ['Allowed IP ranges', 'None', '10.0.0.0/8\n::1'],
    ]);
    await user.click(what);
    expect(log.queryByRole('table', { name: 'Changes' })).toBeNull();
  });

  test('shows what a rule is limited to and leaves out in words', async () => {
    const { user } = openSecurity({
      entries: [
        entry({
          label: 'Alert rule changed',
          before: { scope: '{}', exceptions: [], haloClientId: null },
          after: {
            scope: '{"tags":["gold","vip"],"deviceRoles":["access_point"]}',
            exceptions: ['{"macs":["AABBCC000001"]}', '{"surprise":1}'],
            haloClientId: 246,
          },
        }),
      ],
    });
    const log = await table();
    await user.click(log.getByRole('button', { name: 'Alert rule changed' }));
    const changes = within(log.getByRole('table', { name: 'Changes' }));
    const rows = changes.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows.slice(1)).toEqual([
      ['Scope', 'No limit', 'Tags: gold, vip · Device types: Access points'],
      ['Exceptions', 'None', 'Single devices: AABBCC000001\n{"surprise":1}'],
      ['HaloPSA client ID', 'None', '246'],
    ]);
  });

  test('shows hostile text as text', async () => {
    const hostile = '<img src=x onerror="alert(1)">';
    const before = { constructor: 'polluted', toString: 'x', ['k'.repeat(200)]: null };
    const { user } = openSecurity({
      entries: [
        entry({
          subject: hostile,
          actor: 'system',
          ipAddress: null,
          label: '<b>Made up</b>',
          before,
          after: { deep: { a: 1 } },
        }),
      ],
    });
    const log = await table();
    expect(log.getByText(hostile)).toBeVisible();
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(log.getByText('Platform')).toBeVisible();
    await user.click(log.getByRole('button', { name: '<b>Made up</b>' }));
    expect(log.getByText('polluted')).toBeVisible();
    expect(log.getByText('{"a":1}')).toBeVisible();
  });

  test('is searched, and says when nothing was found', async () => {
    const { user } = openSecurity();
    await table();
    answer(AuditEntriesDocument, ({ search }) => ({ auditEntries: search === 'bob' ? [] : [entry()] }));
    await user.type(screen.getByRole('searchbox', { name: 'Search the audit log' }), ' bob ');
    expect(await screen.findByText('No entries found')).toBeVisible();
    expect(screen.getByText('No entries match “bob”.')).toBeVisible();
    expect(asks(AuditEntriesDocument).at(-1)?.variables).toEqual({
      search: 'bob',
      oldestFirst: false,
      first: 50,
    });
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await table();
  });

  test('loads more from its last entry on, to its end', async () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) =>
        entry({ id: `${from - at}`, subject: `Subject ${from - at}` }),
      );
    const { user } = openSecurity({ entries: page(52, 50) });
    await table();
    answer(AuditEntriesDocument, ({ before }) => ({ auditEntries: before === '3' ? page(2, 2) : [] }));
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Subject 1')).toBeVisible();
    expect(screen.getByText('Subject 52')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.closest('[role=row]')).toHaveTextContent('Subject 2'));
  });

  test('says how many entries there are and that their chain is intact', async () => {
    openSecurity();
    expect(await screen.findByText('1,204 entries, chain intact')).toBeVisible();
    expect(screen.getByText(intact.fingerprint!)).toBeVisible();
  });

  test('says aloud where the chain is broken', async () => {
    openSecurity({ integrity: { ...intact, intact: false, brokenAt: '57' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('1,204 entries, chain broken at entry 57');
  });

  test('says what it will show before anything was done', async () => {
    openSecurity({ entries: [], integrity: { intact: true, entries: 0, brokenAt: null, fingerprint: null } });
    expect(await screen.findByText('No entries yet')).toBeVisible();
    expect(screen.getByText('0 entries, chain intact')).toBeVisible();
  });
});
