import type { ScreenName } from './screens.ts';

type Step = { title: string; words: string; screen: ScreenName };

/** The six documented steps, in the documented order. */
export const steps: readonly Step[] = [
  {
    title: 'Add your controllers',
    words:
      'Paste the API key of a console and choose its site. From then on each controller says how it is, and how old that is.',
    screen: 'controllers',
  },
  {
    title: 'Connect your PSA',
    words:
      'HaloPSA takes four fields and a test. Each controller then says which alerts open a ticket, and at which client and site.',
    screen: 'halopsa',
  },
  {
    title: 'Set alert rules',
    words:
      'Seven conditions, each with its own limit, how long it must hold, and the channels that hear of it.',
    screen: 'rules',
  },
  {
    title: 'Manage alerts live',
    words:
      'Alerts arrive by themselves and go when the device is back. Acknowledge one, snooze one, or open its whole course.',
    screen: 'alerts',
  },
  {
    title: 'Watch many sites',
    words: 'Consoles of many customers and the sites inside them, under one roof and apart from each other.',
    screen: 'sites',
  },
  {
    title: 'See it in figures',
    words:
      'Devices online and offline, traffic through the gateways, open alerts and uptime: counted from what was measured.',
    screen: 'overview',
  },
];
