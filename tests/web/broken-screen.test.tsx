import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp, type ScreenAt } from '#tests/support/render.tsx';

function Broken(): never {
  throw new Error('what a screen should never do');
}

const table: readonly ScreenAt[] = [{ path: '/', audience: 'visitor', Screen: Broken }];

test('a screen that breaks says so, and the page around it keeps working', async () => {
  renderApp({ table });
  expect(await screen.findByText('We couldn’t show this screen')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Login' })).toBeInTheDocument();
  // React tells the console about an error that was caught: here that is expected.
  expect(console.error).toHaveBeenCalled();
  vi.mocked(console.error).mockClear();
});
