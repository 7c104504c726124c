import { useQuery } from '@apollo/client/react';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { OpenAlertCount } from '#web/app/shell.gql.ts';
import { forgetTokenQuietly } from '#web/lib/token.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

const MINUTE = 60_000;

function Count() {
  const { data } = useQuery(OpenAlertCount);
  return <p>{data ? `${data.openAlertCount} open` : 'nothing known'}</p>;
}

function Door() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(!open)}>door</button>
      {open && <Count />}
    </>
  );
}

const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const useDoor = () => act(() => screen.getByRole('button', { name: 'door' }).click());

test('cached data is fresh for five minutes, and then shown while it is refetched', async () => {
  vi.useFakeTimers();
  answer(OpenAlertCount, { openAlertCount: 2 });
  render(<Door />);
  await settle();
  expect(screen.getByText('2 open')).toBeInTheDocument();
  useDoor();
  await settle(5 * MINUTE - 1);

  answer(OpenAlertCount, { openAlertCount: 3 });
  useDoor();
  await settle();
  expect(screen.getByText('2 open')).toBeInTheDocument();
  expect(asks(OpenAlertCount)).toHaveLength(1);

  useDoor();
  await settle(1);
  useDoor();
  expect(screen.getByText('2 open')).toBeInTheDocument();
  await settle();
  expect(screen.getByText('3 open')).toBeInTheDocument();
  expect(asks(OpenAlertCount)).toHaveLength(2);
});

test('nothing is refetched by a timer, on focus, or after a failure', async () => {
  vi.useFakeTimers();
  answer(OpenAlertCount, { openAlertCount: 2 });
  render(<Door />);
  await settle();
  await settle(24 * 60 * MINUTE);
  window.dispatchEvent(new Event('focus'));
  document.dispatchEvent(new Event('visibilitychange'));
  await settle(MINUTE);
  expect(asks(OpenAlertCount)).toHaveLength(1);

  useDoor();
  refuse(OpenAlertCount, { message: 'The database is away', code: 'UNAVAILABLE' });
  useDoor();
  await settle(60 * MINUTE);
  expect(asks(OpenAlertCount)).toHaveLength(2);
});

test('cached data is dropped with the token, however fresh it is', async () => {
  vi.useFakeTimers();
  answer(OpenAlertCount, { openAlertCount: 2 });
  render(<Door />, { signedInAs: alice });
  await settle();
  useDoor();
  await act(async () => forgetTokenQuietly());
  await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })));
  answer(OpenAlertCount, () => new Promise<never>(() => {}));
  useDoor();
  expect(screen.getByText('nothing known')).toBeInTheDocument();
});
