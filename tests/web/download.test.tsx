// A long download shows how far it is, can be canceled, and never passes for complete when it was cut off.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { render } from '#tests/support/render.tsx';

const saved = vi.fn(() => 'blob:1');
let send: ReadableStreamDefaultController<Uint8Array>;

beforeEach(() => {
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, options) => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
    options?.signal?.addEventListener('abort', () => send.error(options.signal!.reason));
    return new Response(body, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  saved.mockClear();
});

/** A download of which the heading and `rows` rows have arrived. */
async function begun(rows: number) {
  const user = userEvent.setup();
  render(
    <DownloadButton path="/api/alert-history/csv" file="alerts.csv">
      Download CSV
    </DownloadButton>,
  );
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('Preparing…')).toBeVisible();
  send.enqueue(new TextEncoder().encode(`Raised\r\n${'"a cell of\ntwo ""lines"""\r\n'.repeat(rows)}`));
  expect(await screen.findByText(`${rows.toLocaleString()} rows`)).toBeVisible();
  return user;
}

test('A long download shows how many rows have arrived until it is complete', async () => {
  await begun(18_400);
  send.close();
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.queryByText('18,400 rows')).not.toBeInTheDocument());
});

test('A download can be canceled, and saves nothing', async () => {
  const user = await begun(10);
  await user.click(screen.getByRole('button', { name: 'Cancel download' }));
  expect(await screen.findByText('Download canceled')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel download' })).not.toBeInTheDocument();
  expect(saved).not.toHaveBeenCalled();
});

test('A download that is cut off says how far it came, and saves nothing', async () => {
  await begun(10);
  send.error(new TypeError('network error'));
  const words = 'The connection ended after 10 rows, so no file was saved. Try again.';
  expect(await screen.findByText(words)).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
});
