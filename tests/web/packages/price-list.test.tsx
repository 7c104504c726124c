import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PackageChoiceDocument, PriceListDocument, StripeConfigDocument } from '#web/gql/graphql.ts';
import { alice, answer, refuse, renderApp } from '#tests/support/render.tsx';
import { free, has, professional, provider, sells, three } from './samples.ts';

const card = (name: string) => screen.findByRole('article', { name });
const button = async (name: string) => within(await card(name)).getByRole('link');

describe('The price list', () => {
  test('shows each package with its price in its own currency, its limits and what is in it', async () => {
    sells();
    renderApp({ path: '/packages' });
    const one = await card('Professional Plan');
    expect(one).toHaveTextContent('$29.99per month');
    expect(one).toHaveTextContent('Controllers5Devices100Alerts per month1,000History30 days');
    expect(
      within(one)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(professional.features);
    const other = await card('Provider & Söhne');
    expect(other).toHaveTextContent('£99per month');
    expect(other).toHaveTextContent('ControllersUnlimitedDevicesUnlimited');
    expect(other).toHaveTextContent('History1 day');
    expect(document.title).toBe('Packages · Netlantern');
  });

  test('has a badge on the second, whatever it is', async () => {
    sells([provider, free, professional]);
    renderApp({ path: '/packages' });
    expect(await card('FREE')).toHaveTextContent('Most Popular');
    expect(screen.getAllByText('Most Popular')).toHaveLength(1);
  });

  test('has a fixed list for the free package, and lets people start it', async () => {
    sells();
    renderApp({ path: '/packages' });
    expect(await card('FREE')).not.toHaveTextContent('Something else');
    expect(await card('FREE')).toHaveTextContent('Real-time alerts');
    expect(await button('FREE')).toHaveTextContent('Get Started Free');
  });

  test('sends a visitor to registration, with the package selected', async () => {
    sells();
    answer(PackageChoiceDocument, { packages: three } as never);
    const { user, where } = renderApp({ path: '/packages' });
    await user.click(await button('Professional Plan'));
    await waitFor(() => expect(where()).toBe('/auth'));
    expect(await screen.findByRole('radio', { name: /Professional Plan/ })).toBeChecked();
  });

  test('links to the waitlist while registration is limited, and says so', async () => {
    sells(three, false);
    renderApp({ path: '/packages' });
    expect(await screen.findByText('Registration is currently limited')).toBeVisible();
    expect(screen.queryByText(/Try any package/)).toBeNull();
    const links = screen.getAllByRole('link', { name: 'Registration limited - join waitlist' });
    expect(links).toHaveLength(3);
    expect(links[2]).toHaveAttribute(
      'href',
      '/waitlist?packageId=provider&packageName=Provider+%26+S%C3%B6hne',
    );
    expect(links[2]).toHaveAccessibleDescription('Provider & Söhne');
  });

  test('marks the team’s package, which links to Billing, and links to checkout for the others', async () => {
    sells();
    has('active', 'pro');
    renderApp({ path: '/packages', signedInAs: alice });
    expect(await card('Professional Plan')).toHaveTextContent('Your package');
    expect(await button('Professional Plan')).toHaveAttribute('href', '/billing');
    expect(await button('Provider & Söhne')).toHaveAttribute('href', '/subscribe?package=provider');
  });

  test.each([
    [{ pastDueSince: '2026-11-12T12:00:00Z' }, 'Pay now', '/billing?open=pay'],
    [{ cancelAt: '2026-12-01T12:00:00Z' }, 'Go to Billing', '/billing'],
  ])('offers nothing that would be refused, and says what to do first: %j', async (more, label, to) => {
    sells();
    has('active', 'pro', more);
    renderApp({ path: '/packages', signedInAs: alice });
    expect(within(await card('Provider & Söhne')).queryByRole('link')).toBeNull();
    expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', to);
  });

  test('is shown even if the team’s package is unknown', async () => {
    sells();
    answer(StripeConfigDocument, { stripeConfig: { stripePublishableKey: null, purchasingEnabled: true } });
    renderApp({ path: '/packages', signedInAs: alice });
    expect(await button('Professional Plan')).toHaveAttribute('href', '/subscribe?package=pro');
    expect(screen.queryByText('Your package')).toBeNull();
  });

  test('that is empty says so', async () => {
    sells([]);
    renderApp({ path: '/packages' });
    expect(await screen.findByText('No packages available')).toBeVisible();
  });

  test('can be reloaded if it could not be loaded', async () => {
    sells();
    refuse(PriceListDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = renderApp({ path: '/packages' });
    expect(await screen.findByText('We couldn’t load the packages')).toBeVisible();
    sells();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await card('Professional Plan')).toBeVisible();
  });
});
