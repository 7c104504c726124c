import { LegalPage, type Names, type Part } from './LegalPage.tsx';

export const PrivacyPage = () => (
  <LegalPage
    title="Privacy Policy"
    lead={({ site }) =>
      `${site} stores what it needs to monitor your networks and to notify you about problems. We never sell your data.`
    }
    parts={parts}
  />
);

const parts = ({ company }: Names): readonly Part[] => [
  {
    title: 'Who is responsible',
    lines: [
      `${company} runs this service and decides which data is stored and why. Our contact details are at the end of this page.`,
    ],
  },
  {
    title: 'What we store',
    lines: ['About the people who use the service, and the networks they connect:'],
    list: [
      'Your account: name, email address, company, and your password as an irreversible hash.',
      'Your team: its members, their roles, and a log of changes.',
      'Your networks: the names and addresses of consoles, sites, devices and connected clients, with their state, load and traffic.',
      'The API keys and channel addresses you enter, encrypted. We never show them again.',
      'Payments: your package, invoices and the last four digits of your card. Our payment provider stores the card itself.',
      'Your waitlist entry: your email address and the package, until you unsubscribe.',
      'Messages you send us, with the IP address they came from, to prevent abuse.',
    ],
  },
  {
    title: 'How we use it',
    lines: [
      'We check your consoles, evaluate your rules, notify the people and channels you choose, open tickets if you set that up, send invoices, and answer your messages. We keep metrics for as long as your package includes.',
    ],
  },
  {
    title: 'Who else has access',
    lines: [
      'Our service providers for hosting, email and payments. Beyond those, only the services you connect yourself: your chat, webhooks or ticket system.',
      'Customers never see each other’s data.',
    ],
  },
  {
    title: 'What we store in your browser',
    lines: [
      'A token while you’re signed in, and your theme choice. Both are in your browser’s storage and only sent to us. Public pages need neither. If visits are counted, that’s on public pages only, never while you’re signed in.',
    ],
  },
  {
    title: 'How long we keep it',
    lines: [
      'As long as your account exists. When the agreement ends, your data is deleted 30 days after termination. Until then, you can download it as a file. We keep invoices for as long as the law requires.',
    ],
  },
  {
    title: 'Your rights',
    lines: [
      'You can see, correct, export and delete the data we store about you, and object to its use. In your settings, you can download your data and delete your account. For anything else, contact us. You can also complain to your data protection authority.',
    ],
  },
  {
    title: 'How we protect it',
    lines: [
      'Connections are encrypted, stored secrets are encrypted, and sign-in can require a second factor. Administrators’ actions are logged.',
    ],
  },
  {
    title: 'Changes',
    lines: [
      'If this policy changes, we publish the new version here with its date. We’ll email you before any change in how we use your data.',
    ],
  },
];
