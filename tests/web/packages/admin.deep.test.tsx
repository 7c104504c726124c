import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  AllPackagesDocument,
  CreatePackageDocument,
  DeletePackageDocument,
  PackagePriceCheckDocument,
  PreviewPackageDocument,
  UpdatePackageDocument,
} from '#web/gql/graphql.ts';
import { ada, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';
import { free, keeps, professional, sells, three } from './samples.ts';

const open = (path = '/admin/packages') => {
  sells();
  return renderApp({ path, signedInAs: ada });
};
const card = (name: string) => screen.findByRole('article', { name });
const deleting = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: `Delete package ${name}` }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: `Delete package ${name}` }));
};

describe('The packages of the operator', () => {
  test('are cards with price, limits, subscribers, three features and a count of the rest', async () => {
    keeps([{ ...professional, isActive: false }, free]);
    open();
    const one = await card('Professional Plan');
    expect(one).toHaveTextContent('Inactive');
    expect(one).toHaveTextContent('$29.99/month');
    expect(one).toHaveTextContent('Max controllers5Max devices100Subscribers12');
    expect(
      within(one)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Live alerts', 'Every channel', 'HaloPSA tickets', '+2 more']);
    expect(await card('FREE')).not.toHaveTextContent('Inactive');
  });

  test('show the fixed features of a package named “Free”, as the price list does', async () => {
    keeps();
    open();
    expect(
      within(await card('FREE'))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Live status of every site', 'Real-time alerts', 'Email notifications', '+1 more']);
  });

  test('show the fixed features of one named “Free” in its form too, where they can’t be changed', async () => {
    keeps();
    const { user } = open();
    await card('FREE');
    await user.click(screen.getByRole('button', { name: 'Edit FREE' }));
    const features = await screen.findByRole('textbox', { name: /^Features/ });
    expect(features).toBeDisabled();
    expect(features).toHaveValue(
      'Live status of every site\nReal-time alerts\nEmail notifications\nNo card required',
    );
    expect(screen.getByText(/A package named “Free” always shows a fixed feature list/)).toBeVisible();
  });

  test('have the same subscribers above their form as in their card', async () => {
    keeps();
    const { user } = open();
    expect(await card('Professional Plan')).toHaveTextContent('9 paying, 1 past due, 2 on trial');
    await user.click(screen.getByRole('button', { name: 'Edit Professional Plan' }));
    expect(await screen.findByText('12 teams: 9 paying, 1 past due, 2 on trial.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Edit FREE' }));
    expect(await screen.findByText('No teams have this package.')).toBeVisible();
  });

  test('say in a line what is wrong with a Stripe price', async () => {
    keeps();
    answer(PackagePriceCheckDocument, ({ id }) => ({
      packagePriceCheck: {
        checked: true,
        problems: id === 'pro' ? ['price_pro is archived in Stripe.'] : [],
      },
    }));
    open();
    expect(
      await within(await card('Professional Plan')).findByText('price_pro is archived in Stripe.'),
    ).toBeVisible();
    expect(await within(await card('Provider & Söhne')).findByText('Matches the Stripe price')).toBeVisible();
    expect(asks(PackagePriceCheckDocument).map(({ variables }) => variables['id'])).not.toContain('free');
  });

  test('are empty at first', async () => {
    keeps([]);
    open();
    expect(await screen.findByText('No packages available')).toBeVisible();
  });

  test('are deleted after confirmation', async () => {
    keeps();
    answer(DeletePackageDocument, { deletePackage: 'free' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete package FREE' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    keeps(three.slice(1));
    await user.click(dialog.getByRole('button', { name: 'Delete package FREE' }));
    expect(await screen.findByText('Package deleted successfully')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('article', { name: 'FREE' })).toBeNull());
  });

  test('are made inactive instead if teams have them', async () => {
    keeps();
    refuse(DeletePackageDocument, { message: '12 teams have this package.', code: 'CONFLICT' });
    answer(UpdatePackageDocument, { updatePackage: { ...professional, isActive: false } } as never);
    const { user } = open();
    await deleting(user, 'Professional Plan');
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Professional Plan can’t be deleted' }),
    );
    expect(dialog.getByText('12 teams have this package.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Make inactive' }));
    expect(await screen.findByText('Package updated successfully')).toBeVisible();
    expect(asks(UpdatePackageDocument)[0]?.variables).toEqual({ id: 'pro', input: { isActive: false } });
    expect(await card('Professional Plan')).toHaveTextContent('Inactive');
  });

  test('stay if they could not be deleted', async () => {
    keeps();
    refuse(DeletePackageDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    await deleting(user, 'FREE');
    expect(await screen.findByText('Deletion Failed')).toBeVisible();
    expect(screen.getByText('Failed to delete package')).toBeVisible();
  });
});

describe('A new package', () => {
  test('is created with the documented defaults, in a form that replaces the list', async () => {
    keeps();
    answer(CreatePackageDocument, { createPackage: free } as never);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Create Package' }));
    expect(screen.queryByRole('article', { name: 'Professional Plan' })).toBeNull();
    expect(await screen.findByLabelText('Name')).toHaveFocus();
    await user.type(screen.getByLabelText('Name'), 'Starter');
    // In pounds and pence.
    expect(screen.getByLabelText('Price per month')).toHaveAttribute('step', '0.01');
    await user.type(screen.getByLabelText('Price per month'), '9.99');
    await user.type(screen.getByLabelText('Stripe price ID'), 'price_starter');
    await user.type(screen.getByLabelText(/^Features/), 'One\n\n  Two  ');
    expect(within(screen.getByLabelText('Preview')).getByText('£9.99')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create Package' }));
    expect(await screen.findByText('Package created successfully')).toBeVisible();
    expect(asks(CreatePackageDocument)[0]?.variables).toEqual({
      input: {
        name: 'Starter',
        description: '',
        price: '9.99',
        currency: 'GBP',
        stripePriceId: 'price_starter',
        stripePriceIdUsd: null,
        maxControllers: -1,
        maxDevices: -1,
        maxAlertsPerMonth: 1000,
        dataRetentionDays: 30,
        features: ['One', 'Two'],
        isActive: true,
      },
    });
    expect(await card('Professional Plan')).toBeVisible();
  });

  test('needs a name, a price and, unless it is free, a Stripe price', async () => {
    keeps();
    const { user } = open('/admin/packages?new');
    const create = await screen.findByRole('button', { name: 'Create Package' });
    await user.click(create);
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(screen.getByText('Price is required')).toBeVisible();
    await user.type(screen.getByLabelText('Price per month'), '5');
    expect(await screen.findByText('Stripe price ID is required')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Currency'), 'USD ($)');
    expect(await screen.findByText('Stripe price ID (USD) is required')).toBeVisible();
    await user.clear(screen.getByLabelText('Price per month'));
    await user.type(screen.getByLabelText('Price per month'), '0');
    await waitFor(() => expect(screen.queryByText(/^Stripe price ID .*is required$/)).toBeNull());
    await user.type(screen.getByLabelText('Max controllers'), '1.5');
    expect(await screen.findByText('Max controllers must be a whole number')).toBeVisible();
    expect(asks(CreatePackageDocument)).toEqual([]);
  });

  test('keeps what was typed if it is refused', async () => {
    keeps();
    refuse(CreatePackageDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open('/admin/packages?new');
    await user.type(await screen.findByLabelText('Name'), 'Starter');
    await user.type(screen.getByLabelText('Price per month'), '0');
    await user.click(screen.getByRole('button', { name: 'Create Package' }));
    expect(await screen.findByText('Creation Failed')).toBeVisible();
    expect(screen.getByText('Failed to create package')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Starter');
  });
});

describe('An edited package', () => {
  const affected = [
    { teamName: 'Archer Networks', ownerEmail: 'alice@example.test', over: ['4 controllers, 2 allowed'] },
  ];

  test('first shows which teams lower limits would affect, and keeps what was typed when canceled', async () => {
    keeps();
    answer(PreviewPackageDocument, { previewPackage: { count: 3, affected } });
    answer(UpdatePackageDocument, { updatePackage: { ...professional, maxControllers: 2 } } as never);
    const { user } = open('/admin/packages?edit=pro');
    const field = await screen.findByLabelText('Max controllers');
    await user.clear(field);
    await user.type(field, '2');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: '3 teams use more than this' }));
    expect(dialog.getByText('Archer Networks')).toBeVisible();
    expect(dialog.getByText('4 controllers, 2 allowed')).toBeVisible();
    expect(dialog.getByText('and 2 more')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(asks(UpdatePackageDocument)).toEqual([]);
    expect(field).toHaveValue(2);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await user.click(await screen.findByRole('button', { name: 'Save anyway' }));
    expect(await screen.findByText('Package updated successfully')).toBeVisible();
    // Nothing else is sent: what another administrator changed meanwhile stays as they made it.
    expect(asks(UpdatePackageDocument)[0]?.variables).toEqual({ id: 'pro', input: { maxControllers: 2 } });
  });

  test('needs no Stripe price for unrelated changes if it never had one', async () => {
    const unsold = { ...professional, stripePriceIdUsd: null };
    keeps([unsold]);
    answer(PreviewPackageDocument, { previewPackage: { count: 0, affected: [] } });
    answer(UpdatePackageDocument, { updatePackage: unsold } as never);
    const { user } = open('/admin/packages?edit=pro');
    await user.type(await screen.findByLabelText('Name'), ' X');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Package updated successfully')).toBeVisible();
  });

  test('asks before input is discarded', async () => {
    keeps();
    const { user } = open('/admin/packages?edit=pro');
    await user.type(await screen.findByLabelText('Name'), ' X');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(await card('FREE')).toBeVisible();
    expect(asks(AllPackagesDocument).length).toBeGreaterThan(0);
  });
});
