import { useQuery } from '@apollo/client/react';
import type { Currency } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { LegalPage, type Names, type Part } from './LegalPage.tsx';
import { keysOf } from '#web/lib/keys-of.ts';

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

/** The currencies of the price list, in words. Pounds if there is no price list, as the specification documents. */
function currencyWords(used: readonly Currency[]): string {
  const names = keysOf(currencyNames).filter((one) => used.includes(one));
  if (names.length > 1)
    return `${names.map((one) => currencyNames[one]).join(' or ')}, as the price list shows,`;
  return currencyNames[names[0] ?? 'GBP'];
}

export function TermsPage() {
  const { data } = useQuery(TermsCurrencies);
  const currency = currencyWords(data?.packages.map((one) => one.currency) ?? []);
  return (
    <LegalPage
      title="Terms of Service"
      lead={({ site }) =>
        `${site} monitors your networks for a monthly price, paid in advance. You can cancel at the end of any month, and your data is yours.`
      }
      parts={(names) => partsOf(names, currency)}
    />
  );
}

const partsOf = ({ site, company }: Names, currency: string): readonly Part[] => [
  {
    title: 'About this service',
    lines: [
      `${company} provides this service: ${site} monitors UniFi networks, detects problems, and notifies the people and tools you choose. By creating an account, you accept these terms for yourself or for the company you represent.`,
    ],
  },
  {
    title: 'Your account',
    lines: [
      'Use your own email address and verify it. Keep your password and keys secret, because you’re responsible for what’s done with them. Tell us if someone else may have them.',
    ],
  },
  {
    title: 'Trial, prices and payment',
    lines: [
      'New accounts can try their package for 14 days without a card. After that, they need a subscription.',
      `Prices are in ${currency} and are paid monthly in advance. Each package states how many controllers, devices and alerts it includes.`,
      'You can change your package at any time, and cancel at the end of a paid month. We don’t refund months that have started.',
    ],
  },
  {
    title: 'Service level',
    lines: [
      'We aim for 99.9% uptime, measured monthly, and announce planned work. The service depends on what your consoles report. If one doesn’t respond, the service says so instead of guessing.',
      'The service helps you monitor your networks. It doesn’t replace your own precautions for critical systems.',
    ],
  },
  {
    title: 'Acceptable use',
    lines: ['Respect others when you use the service. In particular:'],
    list: [
      'Only connect networks that you own or have been asked to monitor.',
      'Don’t try to access other customers’ data or to bypass your package’s limits.',
      'Don’t send anything illegal or harmful through it.',
    ],
  },
  {
    title: 'Your data',
    lines: [
      'The data you connect and the metrics we collect from it remain yours. We use them to run the service for you, as described in the Privacy Policy.',
    ],
  },
  {
    title: 'Termination',
    lines: [
      'You can terminate at any time. We can terminate with 30 days’ notice, or immediately after a serious breach of these terms.',
      'Your data is deleted 30 days after termination. Until then, you can download it as a file.',
    ],
  },
  {
    title: 'Liability',
    lines: [
      'Our liability is limited to the fees that you paid in the last 12 months before the damage. We aren’t liable for lost profit or indirect damage.',
      'Nothing here limits liability that can’t be limited by law, such as for intent.',
    ],
  },
  {
    title: 'Changes and law',
    lines: [
      'We may change these terms with 30 days’ notice by email. If you don’t agree, you can terminate before then.',
      'The law of England and Wales applies. If one of these terms is invalid, the others still apply.',
    ],
  },
];
