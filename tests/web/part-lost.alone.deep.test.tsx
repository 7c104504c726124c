import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AudienceLayout } from '#web/app/AudienceLayout.tsx';
import { trackChunkErrors } from '#web/app/chunk-errors.ts';
import { screen as screenAt } from '#web/app/routes.tsx';
import { renderApp } from '#tests/support/render.tsx';

trackChunkErrors();

/** What the build's loader does when a file cannot be had: it tells the window, then the import fails. */
function failedImport(): Promise<never> {
  const payload = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  return Promise.reject(payload);
}

const open = () => {
  const lost = { element: <AudienceLayout of={['visitor']} />, children: [screenAt('/', failedImport)] };
  return renderApp({ routes: [lost] });
};

const server = vi.fn<typeof fetch>();
const answers = () => server.mockImplementation(() => Promise.resolve(new Response('{"status":"ok"}')));
const isSilent = () => server.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
const refuses = () => server.mockImplementation(() => Promise.resolve(new Response('', { status: 502 })));

const NO_CONNECTION = 'We couldn’t load this screen because you’re offline.';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', server);
});

afterEach(() => {
  vi.unstubAllGlobals();
  // React tells the console about an error that was caught: here that is expected.
  vi.mocked(console.error).mockClear();
});

test.each([
  ['does not answer', isSilent],
  ['is out of reach behind its proxy', refuses],
])(
  'a screen that can’t be loaded while the server %s says so in the shell, and nothing is reloaded',
  async (_, line) => {
    line();
    const { leftFor } = open();
    expect(await screen.findByText(NO_CONNECTION)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Login' })).toBeInTheDocument();
    expect(leftFor).toEqual([]);
  },
);

test('Retry tries again, and only reloads the page once the server responds', async () => {
  isSilent();
  const { user, leftFor } = open();
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(server.mock.calls.length).toBeGreaterThanOrEqual(2));
  expect(leftFor).toEqual([]);
  answers();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(leftFor).toEqual(['/']));
});

test('the page reloads automatically once the connection is back', async () => {
  isSilent();
  const { leftFor } = open();
  await screen.findByText(NO_CONNECTION);
  answers();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(leftFor).toEqual(['/']));
});

test('after a deploy the page reloads once, and a part that is still missing shows an error screen', async () => {
  answers();
  const { leftFor } = open();
  await waitFor(() => expect(leftFor).toEqual(['/']));
  const second = open();
  expect(await screen.findByText('We couldn’t show this screen')).toBeInTheDocument();
  expect(second.leftFor).toEqual([]);
});
