import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TermsCurrenciesDocument } from '#web/gql/graphql.ts';
import { answer, renderApp } from '#tests/support/render.tsx';
import { open, words } from './samples.ts';

const start = async () => {
  open();
  const drawn = renderApp({ path: '/' });
  await screen.findByRole('heading', { level: 1, name: words.heroTitle });
  return drawn;
};
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('The home page has all its parts: the operator’s texts and figures, every section, every severity', async () => {
  await start();
  const parts = [
    'Notifications where your team already looks',
    'Alerts you understand at a glance',
    'Rules in plain English',
    'Every console and site on one screen',
    'From people who get the call',
    words.finalCtaTitle,
  ];
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    ...parts,
    'Contact',
  ]);
  expect(href(words.heroCtaPrimary)).toBe('/packages');
  expect(href(words.finalCtaPrimary)).toBe('/packages');
  expect(href(words.finalCtaSecondary)).toBe('/contact');
  expect(screen.getByText('No card')).toBeInTheDocument();
  const figures = within(screen.getByRole('region', { name: 'In figures' }));
  expect(figures.getByText('500+')).toBeInTheDocument();
  expect(figures.queryByText('Uptime')).not.toBeInTheDocument();
  for (const place of ['Slack', 'Microsoft Teams', 'Discord', 'Email', 'Webhooks', 'HaloPSA'])
    expect(screen.getByText(place, { selector: 'dt' })).toBeInTheDocument();
  const examples = within(screen.getByRole('list', { name: 'Examples of alerts' }));
  for (const word of ['Critical', 'Error', 'Warning', 'Info'])
    expect(examples.getByText(word).parentElement?.querySelector('svg')).toBeInTheDocument();
  expect(screen.getByText(/^Sample quotes\./)).toBeInTheDocument();
});

test('Parts that the operator has left empty are hidden: no button without text, no heading without a title', async () => {
  const none = { heroCtaPrimary: '', heroCtaSecondary: '', finalCtaPrimary: '', finalCtaSecondary: '' };
  open({}, { ...words, ...none, finalCtaTitle: '' });
  renderApp({ path: '/' });
  await screen.findByRole('heading', { level: 1, name: words.heroTitle });
  const controls = [...document.querySelectorAll('main :is(a, button, h2)')];
  expect(controls.filter((one) => !one.textContent?.trim())).toEqual([]);
  expect(screen.queryByRole('button', { name: words.heroCtaSecondary })).not.toBeInTheDocument();
});

test('Images have reserved space before they load, and only the first loads early', async () => {
  await start();
  const pictures = [...document.querySelectorAll('picture img')];
  expect(pictures.length).toBeGreaterThan(3);
  for (const one of pictures) {
    expect(Number(one.getAttribute('width'))).toBeGreaterThan(0);
    expect(Number(one.getAttribute('height'))).toBeGreaterThan(0);
    expect(one).toHaveAttribute('alt');
  }
  const early = pictures.filter((one) => one.getAttribute('fetchpriority') === 'high');
  expect(early.map((one) => one.getAttribute('src'))).toEqual([
    '/pictures/alerts-wide-light.webp',
    '/pictures/alerts-wide-dark.webp',
  ]);
});

test('The second call to action opens the demo, without a script', async () => {
  await start();
  const call = screen.getByRole('button', { name: words.heroCtaSecondary });
  const demo = document.getElementById(call.getAttribute('popovertarget')!)!;
  expect(demo).toHaveAttribute('popover', 'auto');
  expect(within(demo).getByText('The product in six steps')).toBeInTheDocument();
  const close = within(demo).getByRole('button', { name: 'Close', hidden: true });
  expect(close).toHaveAttribute('popovertarget', demo.id);
  expect(close).toHaveAttribute('popovertargetaction', 'hide');
});

test('The previous home page design has its dashboard, three features and the link to the packages', async () => {
  open();
  renderApp({ path: '/old' });
  expect(await screen.findByText('Live dashboard')).toBeInTheDocument();
  expect(screen.getByText('Example')).toBeInTheDocument();
  for (const name of ['Real-time monitoring', 'Alerts where you are', 'Automatic tickets'])
    expect(screen.getByRole('heading', { name })).toBeInTheDocument();
  expect(href('View Packages')).toBe('/packages');
});

test('The legal texts state what is documented, in the name of the operator, with their date', async () => {
  open();
  renderApp({ path: '/terms' });
  const text = (await screen.findByRole('article')).textContent;
  expect(await screen.findByText(/Harbour Ltd provides this service: Harbour Watch/)).toBeInTheDocument();
  for (const fact of [
    /pounds sterling \(GBP\)/,
    /monthly in advance/,
    /99\.9% uptime/,
    /deleted 30 days after termination/,
    /limited to the fees that you paid in the last 12 months/,
    /Effective from \d/,
  ])
    expect(text).toMatch(fact);
});

test.each([
  [['USD'], 'Prices are in US dollars (USD) and'],
  [['GBP'], 'Prices are in pounds sterling (GBP) and'],
  [['USD', 'GBP'], 'Prices are in pounds sterling (GBP) or US dollars (USD), as the price list shows, and'],
] as const)('The terms name the currency of the price list: %j', async (currencies, sentence) => {
  open();
  answer(TermsCurrenciesDocument, {
    packages: currencies.map((currency, at) => ({ id: String(at), currency })),
  });
  renderApp({ path: '/terms' });
  expect(await screen.findByText((text) => text.startsWith(sentence))).toBeInTheDocument();
});
