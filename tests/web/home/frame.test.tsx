import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PublicFooter } from '#web/features/website/PublicFooter.tsx';
import { PublicHeader, type MenuEntry } from '#web/features/website/PublicHeader.tsx';
import { alice, answer, refuse, render, renderApp } from '#tests/support/render.tsx';
import { PublicFrameDocument } from '#web/gql/graphql.ts';
import { entry, frame } from './samples.ts';

const look = frame.siteBranding;
const hrefs = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('link', { hidden: true })
    .map((link) => link.getAttribute('href'));
const header = (menu: readonly MenuEntry[], isSignedIn = false) =>
  render(<PublicHeader look={look} menu={menu} isSignedIn={isSignedIn} />);
const nav = (name: string) => screen.getByRole('navigation', { name, hidden: true });

describe('The header', () => {
  test('shows the site’s name, and links to its pages and sign-in', () => {
    header([entry('Prices', '/packages'), entry('Manual', 'https://manual.test', true)]);
    expect(screen.getByRole('link', { name: 'Harbour Watch' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/auth');
    expect(within(screen.getByRole('banner')).getAllByText('Get Started')[0]).toHaveAttribute(
      'href',
      '/packages',
    );
    expect(hrefs(nav('Site'))).toEqual(['/packages', 'https://manual.test']);
    expect(within(nav('Site')).queryByText('Contact')).not.toBeInTheDocument();
  });

  test('opens external links in a tab without access to this one', () => {
    header([entry('Manual', 'https://manual.test', true), entry('Prices', '/packages')]);
    const [away, here] = within(nav('Site')).getAllByRole('link', { hidden: true });
    expect(away).toHaveAttribute('target', '_blank');
    expect(away).toHaveAttribute('rel', 'noopener noreferrer');
    expect(away).toHaveTextContent('Manual (opens in a new tab)');
    expect(here).not.toHaveAttribute('target');
  });

  test('has a Contact button if there is no menu, on narrow screens too', () => {
    header([]);
    expect(hrefs(nav('Site'))).toEqual(['/contact']);
    expect(hrefs(nav('Site menu'))).toEqual(['/contact', '/packages']);
  });

  test('shows a link to the dashboard to signed-in people', () => {
    header([], true);
    expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByText('Login')).not.toBeInTheDocument();
    expect(screen.queryByText('Get Started')).not.toBeInTheDocument();
  });

  test('reserves the configured size for a logo before it has loaded', () => {
    render(<PublicHeader look={{ ...look, logoUrl: '/uploads/1.png' }} menu={[]} isSignedIn={false} />);
    const logo = screen.getByRole('banner').querySelector('img');
    expect(logo).toHaveAttribute('src', '/uploads/1.png');
    expect(logo).toHaveAttribute('width', '150');
    expect(logo).toHaveAttribute('height', '50');
  });

  test('has a menu for narrow screens that works without scripts', () => {
    header([entry('Prices', '/packages')]);
    expect(screen.getByText('Menu').closest('summary')?.parentElement?.tagName).toBe('DETAILS');
    expect(hrefs(nav('Site menu'))).toEqual(['/packages', '/packages']);
  });

  test('closes that menu with Escape and with a tap outside it', async () => {
    const { user } = header([entry('Prices', '/packages')]);
    const menu = screen.getByText('Menu').closest('details')!;
    menu.open = true;
    await user.pointer({ keys: '[TouchA]', target: nav('Site menu') });
    expect(menu.open).toBe(true);
    await user.keyboard('{Escape}');
    expect(menu.open).toBe(false);
    menu.open = true;
    await user.pointer({ keys: '[TouchA]', target: document.body });
    expect(menu.open).toBe(false);
  });
});

describe('The footer', () => {
  const seven = Array.from({ length: 7 }, (_, at) => entry(`Page ${at + 1}`, `/page-${at + 1}`));
  const social = [{ id: '1', platform: 'linkedin' as const, url: 'https://linkedin.test/harbour' }];
  const footer = (changes: Partial<typeof frame.footer> = {}, contact = frame.contactDetails) =>
    render(
      <PublicFooter
        footer={{ ...frame.footer, ...changes }}
        menu={seven}
        social={social}
        contact={contact}
      />,
    );

  test('has the company, up to six quick links, contact details, and the legal texts', () => {
    footer();
    expect(screen.getByText('Watches harbours.')).toBeInTheDocument();
    expect(hrefs(screen.getByRole('region', { name: 'Quick Links' }))).toEqual(
      seven.slice(0, 6).map(({ url }) => url),
    );
    expect(hrefs(screen.getByRole('region', { name: 'Contact' }))).toEqual([
      'mailto:help@harbour.test',
      '/contact',
    ]);
    expect(hrefs(screen.getByRole('list', { name: 'Legal' }))).toEqual(['/privacy', '/terms']);
    expect(screen.getByRole('link', { name: /LinkedIn/ })).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByText(`© ${new Date().getFullYear()} Harbour Ltd`)).toBeInTheDocument();
  });

  test('leaves out what the operator has turned off', () => {
    footer({ showCompanyInfo: false, showQuickLinks: false, showSocialLinks: false, copyrightText: '© Us' });
    expect(screen.queryByText('Watches harbours.')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Quick Links' })).not.toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Elsewhere' })).not.toBeInTheDocument();
    expect(screen.getByText('© Us')).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Legal' })).toBeInTheDocument();
  });

  test('shows phone and address only if they are set', () => {
    footer(
      {},
      { ...frame.contactDetails, supportPhone: '+44 (0)20 7946 0000', businessAddress: '1 Quay\nLeith' },
    );
    expect(screen.getByRole('link', { name: '+44 (0)20 7946 0000' })).toHaveAttribute(
      'href',
      'tel:+4402079460000',
    );
    expect(screen.getByText(/1 Quay/)).toBeInTheDocument();
  });
});

test("Header and footer are on every public page, and don't wait for the server", async () => {
  refuse(PublicFrameDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  renderApp({ path: '/terms' });
  expect(await screen.findByRole('link', { name: 'Netlantern' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('list', { name: 'Legal' })).toBeInTheDocument();
});

test('A customer on a public page can return to the dashboard', async () => {
  answer(PublicFrameDocument, frame);
  renderApp({ path: '/privacy', signedInAs: alice });
  expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeInTheDocument();
});
