import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { PasswordPolicyDocument, TokenLifetimeDocument } from '#web/gql/graphql.ts';
import { ChangeEmailDialog } from '#web/features/account/ChangeEmailDialog.tsx';
import { ChangePasswordDialog } from '#web/features/account/ChangePasswordDialog.tsx';
import { CreateTokenDialog } from '#web/features/account/CreateTokenDialog.tsx';
import { InviteDialog } from '#web/features/teams/InviteDialog.tsx';
import { RenameDialog } from '#web/features/teams/RenameDialog.tsx';
import { alice, answer, render } from '#tests/support/render.tsx';

type Close = () => void;
const dialogs: [string, string, (onClose: Close) => ReactNode][] = [
  ['Invite', 'Email', (onClose) => <InviteDialog onClose={onClose} />],
  ['Edit team', 'Team name', (onClose) => <RenameDialog team={alice.team!} onClose={onClose} />],
  ['Create token', 'Name', (onClose) => <CreateTokenDialog onClose={onClose} />],
  ['Change email', 'New email', (onClose) => <ChangeEmailDialog email="a@b.test" onClose={onClose} />],
  ['Change password', 'Current password', (onClose) => <ChangePasswordDialog onClose={onClose} />],
];

async function open(draw: (onClose: Close) => ReactNode) {
  answer(PasswordPolicyDocument, {
    passwordPolicy: { minLength: 8, text: 'At least 8 characters' },
  } as never);
  answer(TokenLifetimeDocument, { apiLimits: { tokenDays: 365 } });
  const onClose = vi.fn<Close>();
  const { user } = render(draw(onClose), { signedInAs: alice });
  return { user, onClose, dialog: within(await screen.findByRole('dialog')) };
}

test.each(dialogs)('%s asks before Escape or Cancel loses what was typed', async (_, label, draw) => {
  const { user, onClose, dialog } = await open(draw);
  await user.type(await dialog.findByLabelText(label), 'typed');
  await user.keyboard('{Escape}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('Discard what you typed?');
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect((dialog.getByLabelText(label) as HTMLInputElement).value).toContain('typed');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await dialog.findByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each(dialogs)('%s asks nothing if nothing was typed', async (_, _label, draw) => {
  const { user, onClose, dialog } = await open(draw);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
