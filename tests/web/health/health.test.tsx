import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MayAdminister } from '#web/app/shell.gql.ts';
import { HealthLine, PlatformStatus } from '#web/features/health/HealthLine.tsx';
import { HealthPage, PlatformHealth, RerunFailedJobs } from '#web/features/health/HealthPage.tsx';
import type { HealthCheckFieldsFragment, HealthState } from '#web/gql/graphql.ts';
import { answer, asks, grace, refuse, render, renderApp } from '#tests/support/render.tsx';

type Check = HealthCheckFieldsFragment;

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
  troubles: [{ label: 'send-mail', value: 'No mail provider is set up', at: '2026-11-22T12:00:00.000Z' }],
});
const mail = check('mail', 'failing');

function healthIs(...checks: Check[]) {
  const state = (['failing', 'late', 'ok'] as const).find((one) => checks.some((c) => c.state === one))!;
  const checkedAt = new Date().toISOString();
  answer(PlatformHealth, { platformHealth: { state, checkedAt, checks } });
  answer(PlatformStatus, { platformHealth: { state, checks } });
}
const parts = async () =>
  within(await screen.findByRole('list', { name: 'Parts of the product' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

afterEach(() => vi.useRealTimers());

describe('The health page', () => {
  test('says first what is worst, with what to do and where', async () => {
    healthIs(database, queue, mail);
    render(<HealthPage />, { signedInAs: grace });
    expect(await parts()).toEqual(['Mail', 'Queue', 'Database']);
    expect(screen.getByText('1 failing, 1 late of 3 parts')).toBeInTheDocument();
    expect(screen.getByText(/What to do about mail/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open Email' })).toHaveAttribute('href', '/admin/email');
    expect(screen.getByText('48.8 MB')).toBeInTheDocument();
  });

  test('says so when everything is well', async () => {
    healthIs(database);
    render(<HealthPage />, { signedInAs: grace });
    expect(await screen.findByText('Everything is as it should be')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  });

  test('runs what failed for good once more, and looks again', async () => {
    healthIs(queue);
    answer(RerunFailedJobs, { rerunFailedJobs: 3 });
    const { user } = render(<HealthPage />, { signedInAs: grace });
    const again = await screen.findByRole('button', { name: 'Run again: send-mail' });
    healthIs(check('queue', 'ok'));
    await user.click(again);
    expect(await screen.findByText('3 jobs run again')).toBeInTheDocument();
    expect(asks(RerunFailedJobs)[0]?.variables).toEqual({ task: 'send-mail' });
    expect(await screen.findByText('Everything is as it should be')).toBeInTheDocument();
  });

  test('looks by itself, without being a sign of the person', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    healthIs(database);
    render(<HealthPage />, { signedInAs: grace });
    await parts();
    healthIs(database, mail);
    await act(() => vi.advanceTimersByTimeAsync(15_100));
    await waitFor(async () => expect(await parts()).toEqual(['Mail', 'Database']));
    expect(asks(PlatformHealth).at(-1)?.headers).toMatchObject({ 'x-unattended': '1' });
  });

  test('keeps what was seen last when nothing can be asked, and says that', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    healthIs(database, queue);
    render(<HealthPage />, { signedInAs: grace });
    await parts();
    refuse(PlatformHealth, { message: 'The service is not ready.', code: 'NOT_READY' });
    await act(() => vi.advanceTimersByTimeAsync(15_100));
    expect(await screen.findByText('The health could not be asked for')).toBeInTheDocument();
    expect(await parts()).toEqual(['Queue', 'Database']);
  });
});

describe('A line above the operator’s screens', () => {
  test('says that the product itself is late, and leads to why', async () => {
    healthIs(database, queue, mail);
    answer(MayAdminister, { me: { id: grace.id, administersFromHere: true } });
    renderApp({ path: '/admin/security', signedInAs: grace });
    const line = await screen.findByRole('alert', { name: 'Health of the platform' }, { timeout: 5000 });
    expect(line).toHaveTextContent('Mail: How mail does, and 1 more. Open Health');
    expect(within(line).getByRole('link', { name: 'Open Health' })).toHaveAttribute('href', '/admin/health');
  });

  test.each([
    ['while all is well', '/admin', [database]],
    ['where the same is told at length', '/admin/health', [mail]],
  ])('is not there %s', async (_when, path, checks) => {
    healthIs(...checks);
    render(<HealthLine />, { path, signedInAs: grace });
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByLabelText('Health of the platform')).toBeNull();
  });
});
