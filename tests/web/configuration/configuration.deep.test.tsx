import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { ConfigurationCard } from '#web/features/configuration/ConfigurationCard.tsx';
import {
  ApplyConfigurationDocument,
  PreviewConfigurationDocument,
  type PreviewConfigurationMutation,
} from '#web/gql/graphql.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';

type Preview = Unmasked<PreviewConfigurationMutation['previewConfiguration']>;

const change = {
  __typename: 'ConfigurationChange' as const,
  section: 'rules' as const,
  kind: 'changed' as const,
  name: 'Hot',
  line: 5,
  fields: [
    { __typename: 'ConfigurationFieldChange' as const, field: 'threshold', before: '80%', after: '90%' },
  ],
};
const removed = {
  ...change,
  section: 'channels' as const,
  kind: 'removed' as const,
  name: 'slack',
  line: null,
  fields: [],
};
const preview = (over: Partial<Preview> = {}) => ({
  previewConfiguration: {
    __typename: 'ConfigurationPreview' as const,
    basedOn: 'seen',
    changes: [change, removed],
    unchanged: 3,
    problems: [],
    toEnter: [],
    ...over,
  },
});

/** Chooses a file, and waits for what it would do. */
async function choose(text = 'version: 1') {
  const { user } = render(<ConfigurationCard />, { signedInAs: alice });
  await user.upload(screen.getByLabelText('Configuration file'), new File([text], 'team.yaml'));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'What team.yaml would change' })) };
}

describe('a configuration file', () => {
  test('shows what it would change, and applies it when confirmed', async () => {
    answer(
      PreviewConfigurationDocument,
      preview({ toEnter: ['The address of slack: enter it under Integrations.'] }),
    );
    const { user, dialog } = await choose();
    expect(await dialog.findByText('1 changed, 1 removed. 3 items are unchanged.')).toBeVisible();
    expect(within(dialog.getByRole('list', { name: 'Alert rules' })).getByRole('listitem')).toHaveTextContent(
      '~ ChangedHotthreshold80% → 90%',
    );
    expect(dialog.getByRole('list', { name: 'Channels' })).toHaveTextContent('− Removedslack');
    expect(dialog.getByText('The address of slack: enter it under Integrations.')).toBeVisible();
    answer(ApplyConfigurationDocument, {
      applyConfiguration: {
        changes: [change],
        toEnter: [],
        signingSecret: null,
      },
    });
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('1 changed.')).toBeVisible();
    expect(asks(ApplyConfigurationDocument)[0]?.variables).toEqual({ file: 'version: 1', basedOn: 'seen' });
  });

  test('with mistakes says where, and cannot be applied', async () => {
    answer(
      PreviewConfigurationDocument,
      preview({
        problems: [{ __typename: 'ConfigurationProblem', line: 7, message: 'Rule "Hot": no' }],
      } as never),
    );
    const { dialog } = await choose();
    expect(await dialog.findByText('The file has a problem')).toBeVisible();
    expect(dialog.getByRole('list', { name: 'Problems' })).toHaveTextContent('Line 7Rule "Hot": no');
    expect(dialog.queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument();
  });

  test('that changes nothing says so', async () => {
    answer(PreviewConfigurationDocument, preview({ changes: [] }));
    const { dialog } = await choose();
    expect(await dialog.findByText('The team already matches this file.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Apply' })).not.toBeInTheDocument();
  });

  test('is compared again if someone else saved first', async () => {
    answer(PreviewConfigurationDocument, preview());
    const { user, dialog } = await choose();
    refuse(ApplyConfigurationDocument, {
      message: 'Something has changed since you looked.',
      code: 'CONFLICT',
    });
    await user.click(await dialog.findByRole('button', { name: 'Apply' }));
    expect(await dialog.findByText('Something has changed since you looked.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Compare again' }));
    expect(await dialog.findByRole('button', { name: 'Apply' })).toBeEnabled();
    expect(asks(PreviewConfigurationDocument).length).toBeGreaterThan(1);
  });

  test('is not called unchanged if the server doesn’t know whether it was applied', async () => {
    answer(PreviewConfigurationDocument, preview());
    const { user, dialog } = await choose();
    const message = 'The request took longer than 5 seconds and was ended.';
    refuse(ApplyConfigurationDocument, { message, code: 'UNAVAILABLE', outcome: 'unknown' });
    await user.click(await dialog.findByRole('button', { name: 'Apply' }));
    expect(await dialog.findByText('The file may have been applied')).toBeVisible();
    expect(dialog.queryByText('Nothing was changed')).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Compare again' })).toBeVisible();
  });

  test('that is too large is not sent', async () => {
    const { user } = render(<ConfigurationCard />, { signedInAs: alice });
    await user.upload(
      screen.getByLabelText('Configuration file'),
      new File(['x'.repeat(260_000)], 'big.yaml'),
    );
    expect(await screen.findByText('big.yaml is larger than 250 KB.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('can be downloaded by a viewer, but not applied', async () => {
    render(<ConfigurationCard />, { signedInAs: { ...alice, teamRole: 'viewer' } });
    expect(await screen.findByRole('button', { name: 'Download' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Choose a file…' })).not.toBeInTheDocument();
  });
});
