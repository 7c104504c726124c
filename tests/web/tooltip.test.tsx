import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { render } from '#tests/support/render.tsx';

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const enter = (name: string) => fireEvent.pointerOver(screen.getByRole('button', { name }));
const leave = (name: string) => fireEvent.pointerOut(screen.getByRole('button', { name }));

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <Tooltip content="about one">
        <button>one</button>
      </Tooltip>
      <Tooltip content="about two">
        <button>two</button>
      </Tooltip>
    </>,
  );
});

test('a tooltip opens after 700 ms', async () => {
  await wait(1_000);
  enter('one');
  await wait(699);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await wait(1);
  expect(screen.getByRole('tooltip')).toHaveTextContent('about one');
  expect(screen.getByRole('button', { name: 'one' })).toHaveAccessibleDescription('about one');
});

test('the next one opens at once within 300 ms, and waits again after that', async () => {
  await wait(1_000);
  enter('one');
  await wait(700);
  leave('one');
  await wait(299);
  enter('two');
  await wait(0);
  expect(screen.getByRole('tooltip')).toHaveTextContent('about two');
  leave('two');
  await wait(300);
  enter('one');
  await wait(0);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

test('Escape closes a tooltip', async () => {
  await wait(1_000);
  enter('one');
  await wait(700);
  fireEvent.keyDown(screen.getByRole('button', { name: 'one' }), { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});
