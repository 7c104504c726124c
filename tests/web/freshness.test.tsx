import { useQuery } from '@apollo/client/react';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { OpenAlertCount } from '#web/app/shell.gql.ts';
import { answer, asks, render } from '#tests/support/render.tsx';

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

test('what is known stays fresh for five minutes; then it is shown while the server is asked again', async () => {
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
