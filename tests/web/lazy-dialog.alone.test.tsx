import { Input } from '@chakra-ui/react';
import { screen, waitFor } from '@testing-library/react';
import { useState, type ComponentType } from 'react';
import { expect, test } from 'vitest';
import { trackChunkErrors } from '#web/app/chunk-errors.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { renderApp, type ScreenAt } from '#tests/support/render.tsx';

trackChunkErrors();

type Props = { onClose: () => void };

/** What the build's loader does when a file cannot be had: it tells the window, then the import fails. */
function failedImport(): Promise<never> {
  const payload = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  return Promise.reject(payload);
}

const Arrived = ({ onClose }: Props) => (
  <FormDialog title="It arrived" onClose={onClose}>
    {null}
  </FormDialog>
);

function openScreen(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyDialog(load);
  function Screen() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Input aria-label="Name" />
        <button onClick={() => setOpen(true)}>{open ? 'Opening' : 'Open'}</button>
        {open && <Part onClose={() => setOpen(false)} />}
      </>
    );
  }
  const table: readonly ScreenAt[] = [{ path: '/', audience: 'visitor', Screen }];
  return renderApp({ table });
}

test('A dialog that can’t be loaded says so, and the screen, what was typed and Retry stay', async () => {
  let line = failedImport;
  const { user, leftFor } = openScreen(() => line());
  await user.type(await screen.findByLabelText('Name'), 'Head Office');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('We couldn’t load this part.')).toBeInTheDocument();
  expect(screen.getByText('Check your connection and try again.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Head Office');
  expect(leftFor).toEqual([]);

  line = () => Promise.resolve(Arrived) as Promise<never>;
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('dialog', { name: 'It arrived' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});
