import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ReorderPackagesDocument } from '#web/gql/graphql.ts';
import { mostPopular, moved } from '#web/features/packages/admin/CompareTable.tsx';
import { ada, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';
import { free, keeps, professional, provider, sells } from './samples.ts';

const open = async () => {
  sells();
  keeps();
  const app = renderApp({ path: '/admin/package-manager', signedInAs: ada });
  await screen.findByRole('table');
  return app;
};
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent?.replace('Edit', ''))
    .filter(Boolean);

test('The packages are side by side, with their differences', async () => {
  await open();
  expect(heads()).toEqual(['FREE', 'Professional PlanMost Popular', 'Provider & Söhne']);
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) });
  expect(
    within(row('Price per month'))
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['$0', '$29.99', '£99']);
  expect(
    within(row('Subscribers'))
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['0', '12', '1']);
  const [ofFree, ofPaid] = within(row('Features')).getAllByRole('cell');
  expect(ofFree).toHaveTextContent('No card required');
  expect(
    within(ofPaid!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(professional.features);
  expect(screen.getByRole('link', { name: 'Edit FREE' })).toHaveAttribute(
    'href',
    '/admin/packages?edit=free',
  );
});

test('A package can be moved with the keyboard; the badge stays at its position, and the focus on the package', async () => {
  const { user } = await open();
  answer(ReorderPackagesDocument, { reorderPackages: [professional, free, provider] } as never);
  const button = screen.getByRole('button', { name: 'Move FREE later' });
  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(heads()).toEqual(['Professional Plan', 'FREEMost Popular', 'Provider & Söhne']));
  expect(asks(ReorderPackagesDocument)[0]?.variables).toEqual({ ids: ['pro', 'free', 'provider'] });
  expect(await screen.findByText('Package order updated successfully')).toBeVisible();
  expect(screen.getByText('FREE is now 2 of 3, most popular.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Move FREE later' })).toHaveFocus();
});

test('The first package can’t be moved up, nor the last one down', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Move FREE earlier' }));
  expect(asks(ReorderPackagesDocument)).toEqual([]);
});

test('A package returns to its position if saving fails', async () => {
  const { user } = await open();
  refuse(ReorderPackagesDocument, { message: 'Package not found', code: 'NOT_FOUND' });
  await user.click(screen.getByRole('button', { name: 'Move FREE later' }));
  expect(await screen.findByText('Package not found')).toBeVisible();
  expect(heads()).toEqual(['FREE', 'Professional PlanMost Popular', 'Provider & Söhne']);
});

test('The badge is on the second package on sale', () => {
  expect(mostPopular([{ ...free, isActive: false }, professional, provider])).toBe(provider);
  expect(mostPopular([free])).toBeUndefined();
});

test.each([
  [0, 1, 'bac'],
  [2, -1, 'acb'],
  [0, -1, 'abc'],
  [2, 5, 'abc'],
])('Of a, b and c the one at %i is moved by %i: %s', (from, by, result) => {
  expect(moved(['a', 'b', 'c'], from, by).join('')).toBe(result);
});
