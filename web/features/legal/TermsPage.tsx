import { useQuery } from '@apollo/client/react';
import type { Currency } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { LegalPage, type Names, type Part } from './LegalPage.tsx';

const TermsCurrencies = graphql(`
  query TermsCurrencies {
    packages {
      id
      currency
    }
  }
`);

const currencyNames: Record<Currency, string> = {
  GBP: 'pounds sterling (GBP)',
  USD: 'US dollars (USD)',
};

/** The currencies of the price list, in words. Without a price list pounds, as documented. */
function currencyWords(used: readonly Currency[]): string {
  const names = (Object.keys(currencyNames) as Currency[]).filter((one) => used.includes(one));
  if (names.length > 1)
    return `${names.map((one) => currencyNames[one]).join(' or ')}, as the price list shows,`;
  return currencyNames[names[0] ?? 'GBP'];
}

/** What customer and operator owe each other. */
export function TermsPage() {
  const { data } = useQuery(TermsCurrencies);
  const currency = currencyWords(data?.packages.map((one) => one.currency) ?? []);
  return (
    <LegalPage
      title="Terms of Service"
      lead={({ site }) =>
        `${site} watches your networks for a monthly price, paid in advance. You can stop at the end of any month, and your data is yours.`
      }
      parts={(names) => partsOf(names, currency)}
    />
  );
}

const partsOf = ({ site, company }: Names, currency: string): readonly Part[] => [
  {
    title: 'What this is about',
    lines: [
      `${company} provides this service: ${site} watches UniFi networks, says what is wrong, and tells the people and tools that you name. By creating an account you accept these terms, for yourself or for the company in whose name you act.`,
    ],
  },
  {
    title: 'Your account',
    lines: [
      'Give us a true e-mail address and verify it. Keep your password and your keys to yourself; what is done with them counts as done by you. Tell us when somebody else may have them.',
    ],
  },
  {
    title: 'Trial, prices and payment',
    lines: [
      'A new account has 14 days of its package without a card. After that it needs a subscription.',
      `Prices are in ${currency} and are paid monthly in advance. Each package says how many controllers, devices and alerts it includes.`,
      'You can change the package at any time, and end it at the end of a paid month. What was paid for a month that has begun is not returned.',
    ],
  },
  {
    title: 'What we aim for',
    lines: [
      'We aim for 99.9% uptime, counted by the month. Planned work is announced. The service can only tell what your consoles report: where one does not answer, it says so instead of guessing.',
      'It helps you to watch your networks and does not replace your own care for what must not fail.',
    ],
  },
  {
    title: 'What you may not do',
    lines: ['Use it with care for others. In particular:'],
    list: [
      'Connect only networks that are yours or that you have been asked to watch.',
      'Do not try to reach the data of other customers or to get around limits of your package.',
      'Do not send anything through it that breaks the law or harms others.',
    ],
  },
  {
    title: 'Your data',
    lines: [
      'What you connect and what is measured there remains yours. We use it to run the service for you, as the Privacy Policy says.',
    ],
  },
  {
    title: 'The end',
    lines: [
      'You may end it whenever you like. We may end it with 30 days of notice, and at once where these terms are broken badly.',
      'Your data is deleted 30 days after termination. Until then you can have it as a file.',
    ],
  },
  {
    title: 'Liability',
    lines: [
      'Our liability is limited to the fees that you paid in the last 12 months before the damage. We are not liable for lost profit or for indirect damage.',
      'Nothing here limits liability that the law does not allow to be limited, such as for intent.',
    ],
  },
  {
    title: 'Changes and law',
    lines: [
      'We may change these terms and write to you 30 days before. Whoever does not agree can end the agreement until then.',
      'The law of England and Wales applies. If one of these terms does not hold, the others do.',
    ],
  },
];
