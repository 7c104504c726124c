import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { CombinedGraphQLErrors } from '@apollo/client';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { failureWords, NotSent } from '#web/lib/server-errors.ts';
import { render } from '#tests/support/render.tsx';

const answered = (message: string, extensions: Record<string, unknown>) =>
  new CombinedGraphQLErrors({ data: null, errors: [{ message, extensions }] });
const lost = new TypeError('Failed to fetch');
const words = { title: 'Rule not saved', check: 'Reload the page to see whether it was saved.' };

describe('A failed change', () => {
  test('with a lost response says what to check, and claims nothing', () => {
    expect(failureWords(lost, words)).toEqual({
      title: 'The server didn’t answer',
      description: words.check,
    });
    expect(failureWords(lost, { ...words, fallback: 'Failed to save' }).description).toBe(words.check);
  });

  test('that was never sent says that nothing was changed', () => {
    expect(failureWords(new NotSent('There is no connection'), words)).toEqual({
      title: 'You’re offline',
      description: 'Nothing was changed. Try again once you’re back online.',
    });
  });

  test('that the server refused shows only the server’s error', () => {
    const refused = answered('Rule not found', { code: 'NOT_FOUND', outcome: 'refused' });
    expect(failureWords(refused, words)).toEqual({ title: words.title, description: 'Rule not found' });
  });

  test('with an unknown outcome shows the server’s error and what to check', () => {
    const unsure = answered('Stripe cannot be reached.', { code: 'UNAVAILABLE', outcome: 'unknown' });
    expect(failureWords(unsure, words).description).toBe(`Stripe cannot be reached. ${words.check}`);
    const broken = answered('Internal server error', { code: 'INTERNAL_SERVER_ERROR', outcome: 'unknown' });
    expect(failureWords(broken, words).description).toBe(words.check);
  });

  test('says so on the screen when the connection breaks', async () => {
    const action = () => Promise.reject(lost);
    const { user } = render(
      <ActionDialog
        title="Delete rule"
        confirmLabel="Delete"
        action={action}
        failure={words}
        onClose={() => undefined}
      >
        It can’t be undone.
      </ActionDialog>,
    );
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The server didn’t answer')).toBeInTheDocument();
    expect(screen.getByText(words.check)).toBeInTheDocument();
    expect(screen.queryByText(words.title)).not.toBeInTheDocument();
  });
});

test('No fallback message claims that a failed change was not made', () => {
  const claims = globSync('web/{features,ui,lib,app}/**/*.{ts,tsx}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?:fallback|check): '([^']*)'/g)]
      .filter(([, said = '']) => /^(Nothing|Not)\b|\b(was|were) not\b|still (good|on)\b/i.test(said))
      .map(([found]) => `${path}: ${found}`),
  );
  expect(claims).toEqual([]);
});
