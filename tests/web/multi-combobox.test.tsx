import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MultiCombobox } from '#web/ui/MultiCombobox.tsx';
import { render } from '#tests/support/render.tsx';

const options = ['Acme Dental', 'Ålesund Shipping', 'Birch School', 'New Acme'].map((label) => ({
  value: label.slice(0, 1),
  label,
}));

function Field({ create, closeOnSelect }: { create?: (typed: string) => string; closeOnSelect?: boolean }) {
  const [value, setValue] = useState<string[]>([]);
  return (
    <MultiCombobox
      label="Customers"
      placeholder="All customers"
      nothing="No customers match."
      {...{ options, value, create, closeOnSelect }}
      onChange={setValue}
    />
  );
}

const box = () => screen.getByRole('combobox', { name: 'Customers' });
const offered = () => screen.queryAllByRole('option').map((one) => one.textContent);
const chosen = () => screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label'));

/** The best match is marked with the next frame. */
async function enter(user: UserEvent) {
  await waitFor(() => expect(box()).toHaveAttribute('aria-activedescendant'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(box()).toHaveValue(''));
}

test('Typing finds choices without accents, the best one first, and Enter takes it', async () => {
  const { user } = render(<Field />);
  await user.type(box(), 'acme');
  expect(offered()).toEqual(['Acme Dental', 'New Acme']);
  await enter(user);
  expect(chosen()).toEqual(['Remove Acme Dental']);
  await user.type(box(), 'ale');
  expect(offered()).toEqual(['Ålesund Shipping']);
  await enter(user);
  expect(chosen()).toEqual(['Remove Acme Dental', 'Remove Ålesund Shipping']);
});

test('A choice is removed by its button, and the last one by Backspace', async () => {
  const { user } = render(<Field />);
  for (const name of ['Acme Dental', 'Birch School', 'New Acme']) {
    await user.click(box());
    await user.click(await screen.findByRole('option', { name }));
  }
  await user.click(screen.getByRole('button', { name: 'Remove Acme Dental' }));
  await user.type(box(), '{Backspace}');
  expect(chosen()).toEqual(['Remove Birch School']);
});

test('A text that matches nothing says so, or becomes a new choice where that is possible', async () => {
  const { user } = render(<Field />);
  await user.type(box(), 'zebra');
  expect(within(screen.getByRole('listbox')).getByText('No customers match.')).toBeInTheDocument();
});

test.each([
  [true, 'closes'],
  [false, 'stays open'],
])('With `closeOnSelect` %s, the list %s after a choice', async (closes) => {
  const { user } = render(<Field closeOnSelect={closes} />);
  await user.click(box());
  await user.click(await screen.findByRole('option', { name: 'Birch School' }));
  expect(chosen()).toEqual(['Remove Birch School']);
  await waitFor(() => expect(screen.queryByRole('listbox') === null).toBe(closes));
});

test('A new tag is added as it will be stored', async () => {
  const { user } = render(<Field create={(typed) => typed.trim().toLowerCase()} />);
  await user.type(box(), 'Zebra');
  expect(offered()).toEqual(['Add “zebra”']);
  await enter(user);
  expect(chosen()).toEqual(['Remove zebra']);
});

test('What was typed isn’t lost without Enter, unless it is the beginning of a choice', async () => {
  const { user } = render(<Field create={(typed) => typed.trim().toLowerCase()} />);
  await user.type(box(), 'Zebra');
  await user.tab();
  expect(chosen()).toEqual(['Remove zebra']);
  await user.type(box(), 'acme');
  await user.tab();
  expect(chosen()).toEqual(['Remove zebra']);
});
