import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SecurityCard } from '#web/features/account/SecurityCard.tsx';
import { strengthOf } from '#web/features/auth/NewPasswordFields.tsx';
import { alice } from '#tests/support/render.tsx';
import { openSettings } from './account/samples.tsx';

test.each(['Netlantern1', 'Netlantern2026!', 'netlantern-99', 'Archer1', 'ArcherNetworks1!', 'Alice2026!'])(
  '%s, which the server refuses for its words, is not rated as strong',
  async (password) => {
    expect(await strengthOf(password, ['Alice', 'Archer', 'Archer Networks'])).toBeLessThan(3);
  },
);

test('A long password of other words is rated as strong', async () => {
  expect(await strengthOf('Purple-Kettle-42-Orbit', ['Alice', 'Archer'])).toBeGreaterThanOrEqual(3);
});

test('Changing the password in the settings rates the new one, knowing whose it is', async () => {
  const { user } = openSettings({ only: <SecurityCard user={alice} /> });
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const field = dialog.getByLabelText('New password');
  await user.type(field, 'Purple-Kettle-42-Orbit');
  expect(await dialog.findByText(/^(Good|Strong)$/)).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, 'ArcherNetworks1!');
  expect(await dialog.findByText(/^(Very weak|Weak|Fair)/)).toBeInTheDocument();
});
