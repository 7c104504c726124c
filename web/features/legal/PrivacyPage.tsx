import { LegalPage, type Names, type Part } from './LegalPage.tsx';

/** What is kept about people, why, and for how long. */
export const PrivacyPage = () => (
  <LegalPage
    title="Privacy Policy"
    lead={({ site }) =>
      `${site} keeps what it needs to watch your networks and to reach you when they break. It sells nothing about you to anybody.`
    }
    parts={parts}
  />
);

const parts = ({ company }: Names): readonly Part[] => [
  {
    title: 'Who is responsible',
    lines: [
      `${company} runs this service and decides what is kept and why. How to reach us stands at the end of this page.`,
    ],
  },
  {
    title: 'What we keep',
    lines: ['Of the people who use it, and of the networks that they connect:'],
    list: [
      'Your account: name, e-mail address, company, and your password in a form that cannot be turned back.',
      'Your team: who belongs to it, with which role, and what was changed by whom.',
      'Your networks: consoles, sites, devices and connected clients by name and address, their state, load and traffic.',
      'Keys that you enter: API keys and addresses of channels, encrypted. They are never shown again.',
      'Payments: the package, invoices and the last four digits of a card. The card itself is kept by our payment provider, not by us.',
      'Your address on a waitlist, with the package that you wait for, until you take it off.',
      'Messages that you send to us, with the network address they came from, so that misuse can be stopped.',
    ],
  },
  {
    title: 'What we do with it',
    lines: [
      'We read your consoles, judge your rules, tell the people and channels that you name, open tickets where you ask for it, send invoices, and answer you. Measurements are kept for as long as your package says.',
    ],
  },
  {
    title: 'Who else sees it',
    lines: [
      'The services that carry it out: hosting, e-mail, and the payment provider. Beyond them only those whom you name yourself: your chat, your webhook, your ticket system.',
      'One customer never sees what belongs to another.',
    ],
  },
  {
    title: 'What stays in your browser',
    lines: [
      'A token while you are signed in, and your choice between light and dark. Both lie in the storage of your browser and are shown to nobody but us. The pages that everybody may read need neither. If visits are counted, then on those pages alone, never where you are signed in.',
    ],
  },
  {
    title: 'How long',
    lines: [
      'As long as your account exists. When the agreement ends, your data is deleted 30 days after termination; until then you can have it as a file. Invoices stay for as long as the law asks.',
    ],
  },
  {
    title: 'Your rights',
    lines: [
      'You may see what we keep about you, correct it, take it with you, object, and have it deleted. In your settings you can download your data and delete your account by yourself. For everything else, write to us; you may also complain to the data protection authority where you live.',
    ],
  },
  {
    title: 'How it is protected',
    lines: [
      'Connections are encrypted, secrets are encrypted where they lie, and a second factor can be demanded at sign-in. What administrators do is recorded.',
    ],
  },
  {
    title: 'Changes',
    lines: [
      'If this text changes, the new one stands here with its date. We write to you before a change that touches what we do with your data.',
    ],
  },
];
