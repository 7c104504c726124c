import type { ConsoleOptions, DeviceOptions, KeyOptions } from './network-build.ts';
import { chance } from './network-identity.ts';
import type { Network } from './network.ts';
import type { NetworkConsole, NetworkDevice } from './network-state.ts';

/** Sites of each customer, and devices of each site including its gateway. 30 customers make 600 sites with 6,000 devices. */
const sitesEach = 20;
const devicesEach = 10;

/** A customer of the demo's service provider. */
export interface FleetCustomer {
  name: string;
  tags: string[];
  apiKey: string;
}

const names: [name: string, ...tags: string[]][] = [
  ['Acorn Dental Group', 'healthcare', 'gold'],
  ['Alder & Finch Solicitors', 'legal'],
  ['Bay View Hotels', 'hospitality', 'guest wi-fi'],
  ['Beacon Academies Trust', 'education', 'gold'],
  ['Birchwood Care Homes', 'healthcare', '24/7'],
  ['Blue Anchor Pubs', 'hospitality', 'guest wi-fi'],
  ['Brunel Logistics', 'warehouse', '24/7'],
  ['Castle Street Clinics', 'healthcare'],
  ['Cobalt Fitness', 'retail', 'guest wi-fi'],
  ['Copper Kettle Coffee ☕', 'hospitality', 'guest wi-fi'],
  ['Crossways Garages', 'retail'],
  ['Drayton Estates', 'property'],
  ['Eastgate Pharmacies', 'healthcare', 'gold'],
  ['Fenland Produce', 'warehouse'],
  ['Gartenbau- und Landschaftspflegegenossenschaft Niederbayern-Oberpfalz eG', 'warehouse'],
  ['Granary Bakeries', 'retail'],
  ['Harcourt Accountants', 'legal', 'gold'],
  ['Heron Veterinary', 'healthcare'],
  ['Kestrel Couriers', 'warehouse', '24/7'],
  ['Linden Primary Schools', 'education'],
  ['Marlow Motor Group', 'retail'],
  ['Meridian Opticians', 'retail', 'healthcare'],
  ['Northgate Housing', 'property', '24/7'],
  ['Orchard Nurseries', 'education'],
  ['Pennine Outdoor', 'retail'],
  ['Quayside Offices', 'property', 'gold'],
  ['Riverside Leisure', 'hospitality'],
  ['Saltmarsh Holiday Parks', 'hospitality', 'guest wi-fi'],
  ['Thornbury Foods', 'warehouse', 'gold'],
  ['Wessex Building Supplies', 'warehouse'],
];

const towns = [
  'Aberdeen',
  'Bath',
  'Belfast',
  'Bristol',
  'Cardiff',
  'Chester',
  'Derby',
  'Durham',
  'Exeter',
  'Glasgow',
  'Hull',
  'Leeds',
  'Lincoln',
  'Norwich',
  'Oxford',
  'Plymouth',
  'Reading',
  'Swansea',
  'Truro',
  'York',
];
const rooms = ['Reception', 'Office', 'Corridor', 'Meeting Room', 'Back Room', 'Guest Area', 'Stores'];
const providers = ['BT', 'Virgin Media', 'Zen Internet', 'CityFibre', 'Gigaclear'];

export const fleetCustomers: readonly FleetCustomer[] = names.map(([name, ...tags], at) => ({
  name,
  tags,
  apiKey: `demo-key-fleet-${at + 1}`,
}));

/** The customers' keys. Consoles only answer through the cloud, except those of the first three customers. */
export function fleetKeys(): KeyOptions[] {
  return fleetCustomers.map(({ name, apiKey }, at) => ({
    value: apiKey,
    connector: at < 3,
    // One of those three has Network applications without the topology, so that its details have to do.
    consoles: towns.slice(0, sitesEach).map((town) => ({ ...siteOf(name, town), topologyApi: at < 2 })),
  }));
}

function siteOf(customer: string, town: string): ConsoleOptions {
  const name = `${customer.split(' ')[0]} ${town}`;
  const isp = providers[Math.floor(chance(`${name} isp`) * providers.length)]!;
  const devices: DeviceOptions[] = [
    { name: `${town} Switch 1`, model: 'USW Pro 24 PoE' },
    { name: `${town} Switch 2`, model: 'USW Lite 8 PoE', uplink: `${town} Switch 1` },
    ...rooms.slice(0, devicesEach - 3).map((room, at) => ({
      name: `${town} AP ${room}`,
      model: at % 2 ? 'U6 Pro' : 'U7 Pro',
      uplink: `${town} Switch ${at % 3 ? 1 : 2}`,
      ...(chance(`${name} ${room} firmware`) < 0.1 && { firmwareStatus: 'updateAvailable' as const }),
    })),
  ];
  const chosen = chance(`${name} model`) < 0.5 ? 'UDM Pro' : 'UCG Ultra';
  // A third of the sites have a second line, which stands by.
  const other = providers.filter((one) => one !== isp)[Math.floor(chance(`${name} backup`) * 4)]!;
  const lines = chance(`${name} lines`) < 1 / 3 ? [{}, { isp: other }] : [{}];
  return {
    name,
    model: chosen,
    timezone: 'Europe/London',
    sites: [{ name: 'default', isp }],
    linesApi: true,
    lines,
    devices,
  };
}

/** Devices that are down from the start: enough for a dozen customers to have trouble, and the rest to be quiet. */
const downAtStart = 40;

/**
 * Lets devices of the fleet fail and recover.
 * @param now clock, Unix milliseconds
 */
export class FleetWeather {
  #consoles: NetworkConsole[];
  #storm: NetworkDevice[] = [];

  constructor(
    network: Network,
    private now: () => number = Date.now,
  ) {
    const keys = new Set(fleetCustomers.map(({ apiKey }) => apiKey));
    this.#consoles = network.keys.flatMap(({ value, consoles }) => (keys.has(value) ? consoles : []));
    this.#troubled().forEach((device, at) => this.#fail(device, this.now() - (at + 2) ** 2 * 60_000));
  }

  /** Whether a console belongs to the fleet, which changes only by its own weather. */
  owns(console: NetworkConsole): boolean {
    return this.#consoles.includes(console);
  }

  /** Takes more devices down, spread over all customers, and returns how many. */
  storm(count: number): number {
    const up = this.#leaves().filter(({ state }) => state === 'ONLINE');
    const chosen = shuffled(up, `storm ${this.#storm.length}`).slice(0, count);
    for (const device of chosen) this.#fail(device, this.now());
    this.#storm.push(...chosen);
    return chosen.length;
  }

  /** Ends the storm. What was down before stays down. */
  clear(): number {
    const over = this.#storm.splice(0);
    for (const device of over) {
      // What is cut off as well returns with its uplink.
      if (device.outage) device.outage.offlineAt ??= device.outage.lostAt;
      else Object.assign(device, { state: 'ONLINE', since: this.now(), startedAt: this.now() });
    }
    return over.length;
  }

  /** The worst customers have several failures, most have none. */
  #troubled(): NetworkDevice[] {
    const atTroubled = this.#consoles.filter((_, at) => Math.floor(at / sitesEach) % 5 < 2);
    const leaves = shuffled(
      atTroubled.flatMap((console) => leavesOf(console)),
      'start',
    );
    return leaves.slice(0, downAtStart);
  }

  #leaves(): NetworkDevice[] {
    return this.#consoles.flatMap((console) => leavesOf(console));
  }

  #fail(device: NetworkDevice, since: number): void {
    Object.assign(device, { state: 'OFFLINE', since });
  }
}

/** Access points, so that a failure affects one device. */
const leavesOf = ({ devices }: NetworkConsole) =>
  devices.filter(({ isConsole, name }) => !isConsole && name.includes(' AP '));

const shuffled = (devices: readonly NetworkDevice[], seed: string) =>
  devices.toSorted((a, b) => chance(`${seed} ${a.mac}`) - chance(`${seed} ${b.mac}`));
