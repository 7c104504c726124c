// Where a page begins, and where Back returns to.
import { screen, waitFor } from '@testing-library/react';
import { Link, useNavigate } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { useScrollPosition } from '#web/app/useScrollPosition.ts';
import { render } from '#tests/support/render.tsx';

let resized: (() => void) | undefined;

beforeEach(() => {
  resized = undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(window, 'scrollTo').mockImplementation(((_: number, y: number) => scrolledTo(y)) as never);
  scrolledTo(0);
});

function scrolledTo(y: number): void {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  window.dispatchEvent(new Event('scroll'));
}

function Screen() {
  useScrollPosition();
  const navigate = useNavigate();
  return (
    <>
      <Link to="/reports?customer=acme">Acme</Link>
      <Link to="/reports?by=site">Sites</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test('A link to another customer’s report begins at its top, and Back returns to where the last one was left', async () => {
  const { user } = render(<Screen />, { path: '/reports' });
  await screen.findByRole('link', { name: 'Acme' });
  await frame();
  scrolledTo(700);
  await user.click(screen.getByRole('link', { name: 'Acme' }));
  expect(window.scrollY).toBe(0);
  await frame();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  // The page isn’t tall enough before its data has arrived.
  await waitFor(() => expect(resized).toBeDefined());
  resized!();
  expect(window.scrollY).toBe(700);
});

test('A choice within a page leaves it where it is', async () => {
  const { user } = render(<Screen />, { path: '/reports' });
  await screen.findByRole('link', { name: 'Acme' });
  await frame();
  scrolledTo(700);
  await user.click(screen.getByRole('link', { name: 'Sites' }));
  expect(window.scrollY).toBe(700);
});
