import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MayAdminister } from '#web/app/shell.gql.ts';
import { PlatformStatus } from '#web/features/health/health.gql.ts';
import { HealthLine } from '#web/features/health/HealthLine.tsx';
import { HealthPage, PlatformHealth, RerunFailedJobs } from '#web/features/health/HealthPage.tsx';
import type { HealthCheckFieldsFragment, HealthState } from '#web/gql/graphql.ts';
import { answer, asks, grace, refuse, render, renderApp } from '#tests/support/render.tsx';
import type { Unmasked } from '#web/lib/unmasked.ts';

type Check = Unmasked<HealthCheckFieldsFragment>;

const check = (part: Check['part'], state: HealthState, more: Partial<Check> = {}): Check => ({
  part,
  state,
  says: `How ${part} does`,
  advice: state === 'ok' ? null : `What to do about ${part}`,
  facts: [],
  troubles: [],
  ...more,
});
const database = check('database', 'ok', { facts: [{ label: 'Size', value: '48.8 MB', at: null }] });
const queue = check('queue', 'late', {
  troubles: [{ label: 'send-mail', value: 'No email provider is set up', at: '2026-11-22T12:00:00.000Z' }],
});
const mail = check('mail', 'failing');

function healthIs(...checks: Check[]) {
  const state = (['failing', 'late', 'ok'] as const).find((one) => checks.some((c) => c.state === one))!;
  const checkedAt = new Date().toISOString();
  answer(PlatformHealth, { platformHealth: { state, checkedAt, checks } });
  answer(PlatformStatus, { platformHealth: { state, checks } });
}
const parts = async () =>
  within(await screen.findByRole('list', { name: 'Components' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

afterEach(() => vi.useRealTimers());

describe('The health page', () => {
  test('shows the worst component first, with what to do and where', async () => {
    healthIs(database, queue, mail);
    render(<HealthPage />, { signedInAs: grace });
    expect(await parts()).toEqual(['Email', 'Queue', 'Database']);
    expect(screen.getByText('1 failing, 1 late of 3 components')).toBeInTheDocument();
    expect(screen.getByText(/What to do about mail/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open Email' })).toHaveAttribute('href', '/admin/email');
    expect(screen.getByText('48.8 MB')).toBeInTheDocument();
  });

  test('says so when all components are operational', async () => {
    healthIs(database);
    render(<HealthPage />, { signedInAs: grace });
    expect(await screen.findByText('All systems operational')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull();
  });

  test('retries failed jobs, and refreshes', async () => {
    healthIs(queue);
    answer(RerunFailedJobs, { rerunFailedJobs: 3 });
    const { user } = render(<HealthPage />, { signedInAs: grace });
    const again = await screen.findByRole('button', { name: 'Retry: send-mail' });
    healthIs(check('queue', 'ok'));
    await user.click(again);
    expect(await screen.findByText('3 jobs queued to retry')).toBeInTheDocument();
    expect(asks(RerunFailedJobs)[0]?.variables).toEqual({ task: 'send-mail' });
    expect(await screen.findByText('All systems operational')).toBeInTheDocument();
  });

  test('refreshes automatically, without extending the session', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    healthIs(database);
    render(<HealthPage />, { signedInAs: grace });
    await parts();
    healthIs(database, mail);
    await act(() => vi.advanceTimersByTimeAsync(15_100));
    await waitFor(async () => expect(await parts()).toEqual(['Email', 'Database']));
    expect(asks(PlatformHealth).at(-1)?.headers).toMatchObject({ 'x-unattended': '1' });
  });

  test('keeps the last status when the server is unavailable, and says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    healthIs(database, queue);
    render(<HealthPage />, { signedInAs: grace });
    await parts();
    refuse(PlatformHealth, { message: 'The service is not ready.', code: 'NOT_READY' });
    await act(() => vi.advanceTimersByTimeAsync(15_100));
    expect(await screen.findByText('We couldn’t load the health status')).toBeInTheDocument();
    expect(await parts()).toEqual(['Queue', 'Database']);
  });
});

describe('A line above the operator’s screens', () => {
  test('names the worst component and links to Health', async () => {
    healthIs(database, queue, mail);
    answer(MayAdminister, { me: { id: grace.id, administersFromHere: true } });
    renderApp({ path: '/admin/security', signedInAs: grace });
    const line = await screen.findByRole('alert', { name: 'Platform health' }, { timeout: 5000 });
    expect(line).toHaveTextContent('Email: How mail does, and 1 more. Open Health');
    expect(within(line).getByRole('link', { name: 'Open Health' })).toHaveAttribute('href', '/admin/health');
  });

  test.each([
    ['while all is well', '/admin', [database]],
    ['on the health page itself', '/admin/health', [mail]],
  ])('is hidden %s', async (_when, path, checks) => {
    healthIs(...checks);
    render(<HealthLine />, { path, signedInAs: grace });
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByLabelText('Platform health')).toBeNull();
  });
});
