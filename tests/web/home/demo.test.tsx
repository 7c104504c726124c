import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DemoDialog, steps } from '#web/features/home/DemoDialog.tsx';
import { render } from '#tests/support/render.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.restoreAllMocks());

const dialog = () => within(document.getElementById('demo')!);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const shown = () => dialog().getByRole('heading', { level: 3 }).textContent;
const current = () =>
  screen.getAllByRole('listitem').findIndex((item) => item.querySelector('[aria-current=step]')) + 1;
/** The browser opens and closes a popover and tells it. */
const toggle = (newState: 'open' | 'closed') => {
  const popover = document.getElementById('demo')!;
  const event = Object.assign(new Event('toggle'), { newState });
  act(() => void popover.dispatchEvent(event));
};
const show = () => {
  render(
    <>
      <style>{'[popover] { display: block !important }'}</style>
      <DemoDialog id="demo" />
    </>,
  );
  toggle('open');
};

test('The demo has the six documented steps and advances every six seconds until the last', async () => {
  show();
  expect(steps.map(({ title }) => title)).toEqual([
    'Add your controllers',
    'Connect your PSA',
    'Set alert rules',
    'Manage alerts live',
    'Watch many sites',
    'See the numbers',
  ]);
  for (const { title } of steps.slice(0, 5)) {
    expect(shown()).toBe(title);
    await pass(5_900);
    expect(shown()).toBe(title);
    await pass(100);
  }
  expect(shown()).toBe(steps[5]!.title);
  await pass(60_000);
  expect(current()).toBe(6);
});

test('It can be paused, and continued', async () => {
  show();
  await pass(6_000);
  press('Stop');
  await pass(60_000);
  expect(current()).toBe(2);
  press('Play');
  await pass(6_000);
  expect(current()).toBe(3);
});

test('It stays at a step that was selected', async () => {
  show();
  press('5 Watch many sites');
  expect(shown()).toBe('Watch many sites');
  await pass(60_000);
  expect(current()).toBe(5);
});

test('It can be replayed at the end', async () => {
  show();
  press(`6 ${steps[5]!.title}`);
  press('Play');
  expect(current()).toBe(1);
});

test('It starts paused with reduced motion', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media.includes('reduced-motion'),
        media,
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
  show();
  await pass(20_000);
  expect(current()).toBe(1);
  expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
});

test('Steps are only announced once they are selected by hand', async () => {
  show();
  const live = () => screen.getByRole('heading', { level: 3 }).closest('[aria-live]');
  expect(live()).toHaveAttribute('aria-live', 'off');
  press(`2 ${steps[1]!.title}`);
  expect(live()).toHaveAttribute('aria-live', 'polite');
});

test('Its buttons link to the packages and the contact form', () => {
  show();
  expect(screen.getByRole('link', { name: 'See packages' })).toHaveAttribute('href', '/packages');
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
});

test('It waits until it is opened, and starts over when it is opened again', async () => {
  show();
  await pass(6_000);
  expect(current()).toBe(2);
  toggle('closed');
  await pass(60_000);
  expect(current()).toBe(2);
  toggle('open');
  expect(current()).toBe(1);
  await pass(6_000);
  expect(current()).toBe(2);
});
