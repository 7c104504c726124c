import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { answer, render } from '#tests/support/render.tsx';
import { DeleteAlertRule } from '#web/features/alerts/rules/RuleControls.tsx';
import { AlertConditions, AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { answerControllers, headOffice, rule } from './samples.ts';

beforeEach(() => {
  answerControllers(headOffice);
  answer(AlertRules, { alertRules: [rule] });
  answer(AlertConditions, { alertConditions: [] });
});

const open = async () => {
  const { user } = render(
    <main id="main" tabIndex={-1}>
      <AlertsPage />
    </main>,
    { path: '/alerts?tab=rules' },
  );
  await screen.findByText(rule.name);
  return user;
};

test.each([
  [/Add Rule/, 'dialog'],
  [/Edit/, 'dialog'],
  [/Delete/, 'alertdialog'],
] as const)('focus returns to %s after Cancel and after Escape', async (name, role) => {
  const user = await open();
  const button = screen.getByRole('button', { name });
  for (const close of [
    async () => user.click(screen.getByRole('button', { name: 'Cancel' })),
    async () => user.keyboard('{Escape}'),
  ]) {
    await user.click(button);
    const dialog = await screen.findByRole(role);
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    await close();
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole(role)).not.toBeInTheDocument();
  }
});

test('focus moves to the page content when the last rule is deleted', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: /Delete/ }));
  const dialog = await screen.findByRole('alertdialog');
  answer(DeleteAlertRule, { deleteAlertRule: rule.id });
  answer(AlertRules, { alertRules: [] });
  const confirm = within(dialog).getByRole('button', { name: /Delete rule/ });
  await user.click(confirm);
  await screen.findByText('No alert rules');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
