import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { RevisionsDocument, SaveFooterDocument } from '#web/gql/graphql.ts';
import { answer, asks, refuse } from '#tests/support/render.tsx';
import { content, openWebsite, save, stands, versions } from '../website/samples.tsx';

const words = 'Changed by Grace Hopper 2 minutes ago. What you typed is not saved yet.';
const theirs = { ...content.footer, companyName: 'Theirs GmbH' };

/** Someone typed a description, and a colleague saved another company name meanwhile. */
async function inConflict() {
  const drawn = openWebsite('footer');
  const { user } = drawn;
  await user.clear(await screen.findByLabelText(/^Description/));
  await user.paste('Mine');
  stands({ footer: theirs, contentStates: versions({ footer: 9 }) });
  answer(RevisionsDocument, {
    revisions: [9, 7].map((version) => ({
      id: `r${version}`,
      version,
      by: 'Grace Hopper',
      at: new Date().toISOString(),
      revertOf: null,
      changes: [{ field: 'companyName', before: 'Northwind Ltd', after: `Theirs ${version}` }],
    })),
  });
  refuse(SaveFooterDocument, { message: words, code: 'CONFLICT' });
  await save(user);
  expect(await screen.findByText('Someone else saved first')).toBeVisible();
  return drawn;
}

describe('a form of public content that someone else has saved in the meantime', () => {
  test('says who it was, keeps what was typed, and shows only their change', async () => {
    const { user } = await inConflict();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByLabelText(/^Description/)).toHaveValue('Mine');
    await user.click(screen.getByRole('button', { name: 'Show their change' }));
    const change = within(screen.getByRole('region', { name: 'Their change' }));
    expect(await change.findByText('Theirs 9')).toBeVisible();
    expect(change.queryByText('Theirs 7')).toBeNull();
  });

  test('saves what was typed over theirs on request, and no other field', async () => {
    const { user } = await inConflict();
    answer(SaveFooterDocument, { saveFooter: theirs });
    const insist = screen.getByRole('button', { name: 'Save my version' });
    await waitFor(() => expect(insist).toBeEnabled());
    await user.click(insist);
    expect(await screen.findByText('Footer updated successfully')).toBeVisible();
    expect(asks(SaveFooterDocument).at(-1)?.variables).toEqual({
      input: { description: 'Mine' },
      version: 9,
    });
    expect(screen.queryByText('Someone else saved first')).toBeNull();
  });

  test('uses theirs on request', async () => {
    const { user } = await inConflict();
    await user.click(screen.getByRole('button', { name: 'Use their version' }));
    await waitFor(() => expect(screen.getByLabelText('Company name')).toHaveValue('Theirs GmbH'));
    expect(screen.getByLabelText(/^Description/)).toHaveValue('Watches networks.');
    await waitFor(() => expect(screen.queryByText('Someone else saved first')).toBeNull());
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });
});
