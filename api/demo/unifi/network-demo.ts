import { headOffice } from './network-demo-head-office.ts';
import { retail } from './network-demo-retail.ts';
import { campus } from './network-demo-campus.ts';
import { makeNetwork } from './network.ts';
import type { Network } from './network.ts';

/** The API keys of the demo customer's three controllers. */
export const headOfficeKey = 'demo-key-head-office';
export const retailKey = 'demo-key-retail';
export const campusKey = 'demo-key-campus';

/** For visitors who add a controller to an account of their own. */
export const demoKeys = [
  { name: 'Head Office', apiKey: headOfficeKey },
  { name: 'Retail', apiKey: retailKey },
  { name: 'Campus', apiKey: campusKey },
];

/**
 * Some three hundred devices under three keys, standing still; `liveNetwork` sets them going.
 * @param now The clock, Unix milliseconds.
 */
export function demoNetwork(now: () => number = Date.now): Network {
  const network = makeNetwork({
    now,
    keys: [
      { value: headOfficeKey, consoles: headOffice },
      { value: retailKey, consoles: retail },
      { value: campusKey, consoles: campus },
    ],
  });
  // Down for a month: gone from the list, still in the count of its site.
  network
    .device('AP Lager Rampe')
    .vanish()
    .change({ since: now() - 31 * 86_400_000 });
  return network;
}
