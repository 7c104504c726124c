import type { ClientOptions, ConsoleOptions, DeviceOptions, KeyOptions } from './network-build.ts';
import { chance } from './network-identity.ts';
import type { NetworkDevice } from './network-state.ts';
import { makeNetwork, type Network } from './network.ts';

const office = (name: string, uplink: string, model = 'U6 Pro'): DeviceOptions => ({ name, model, uplink });
const warehouse = (name: string, model = 'U6 Lite'): DeviceOptions => ({
  name,
  model,
  uplink: name === 'Switch Warehouse' ? 'Core Switch' : 'Switch Warehouse',
  site: 'whsouth',
});
const studio = (name: string, model = 'U7 Pro'): DeviceOptions => ({
  name,
  model,
  uplink: name === 'Switch Studio' ? 'Core Switch' : 'Switch Studio',
  site: 'studio7k',
});

const headOfficeDevices: DeviceOptions[] = [
  { name: 'Core Switch', model: 'USW Aggregation' },
  office('Switch Ground Floor', 'Core Switch', 'USW Pro 48 PoE'),
  office('Switch First Floor', 'Core Switch', 'USW Pro 24 PoE'),
  office('Switch Second Floor', 'Core Switch', 'USW Pro 24 PoE'),
  office('AP Reception', 'Switch Ground Floor', 'U7 Pro'),
  office('AP Lobby', 'Switch Ground Floor', 'U7 Pro'),
  office('AP Küche Erdgeschoss', 'Switch Ground Floor'),
  office('AP Meeting Room Ångström', 'Switch Ground Floor'),
  office('AP Meeting Room Curie', 'Switch Ground Floor'),
  office('AP Corridor', 'Switch Ground Floor', 'U6 Lite'),
  office('AP Accounts', 'Switch First Floor'),
  office('AP Büro Geschäftsführung', 'Switch First Floor', 'U7 Pro'),
  office('AP Human Resources', 'Switch First Floor'),
  office('AP Corridor', 'Switch First Floor', 'U6 Lite'),
  office('AP Training Room', 'Switch First Floor'),
  office('AP Canteen', 'Switch First Floor', 'U7 Pro'),
  office('AP Engineering North', 'Switch Second Floor', 'U7 Pro'),
  office('AP Engineering South', 'Switch Second Floor', 'U7 Pro'),
  office('AP Quality Lab', 'Switch Second Floor'),
  { ...office('AP Roof Terrace 🌿', 'AP Quality Lab', 'AC Mesh'), mesh: true },
  office('Switch Reception Desk', 'Switch Ground Floor', 'USW Flex Mini'),
  office('Switch Print Room', 'Switch Ground Floor', 'USW Flex Mini'),
  office('Switch Boardroom Table', 'Switch First Floor', 'USW Flex Mini'),
  office('Switch Test Bench 1', 'Switch Second Floor', 'USW Lite 8 PoE'),
  office('Switch Test Bench 2', 'Switch Test Bench 1', 'USW Lite 8 PoE'),
  {
    name: 'Switch Serverraum 1. Untergeschoss rechts, Schrank 4, Höheneinheit 12 bis 13 (Telefonanlage und Zutritt, nicht ohne Rücksprache mit der Haustechnik abschalten)',
    model: 'USW Pro 24 PoE',
    uplink: 'Core Switch',
    firmwareStatus: 'updateAvailable',
  },
  warehouse('Switch Warehouse', 'USW Pro 24 PoE'),
  warehouse('AP Loading Bay 1'),
  warehouse('AP Loading Bay 2'),
  warehouse('AP Loading Bay 3'),
  warehouse('AP Aisle A'),
  warehouse('AP Aisle C'),
  // Its name explains to visitors why this one is flapping.
  { ...warehouse('AP Aisle E (bad cable)'), badCable: true },
  { ...warehouse('AP Cold Store', 'AC Mesh'), uplink: 'AP Aisle C', mesh: true },
  warehouse('AP Dispatch Office', 'U6 Pro'),
  warehouse('Switch Packing Line', 'USW Lite 8 PoE'),
  warehouse('Switch Scanner Station', 'USW Flex'),
  studio('Switch Studio', 'USW Pro 24 PoE'),
  studio('AP Photo Studio'),
  studio('AP Edit Suite 1'),
  studio('AP Edit Suite 2'),
  studio('AP Green Room', 'U6 Lite'),
  studio('Switch Camera Rack', 'USW Lite 8 PoE'),
  studio('Switch Edit Suites', 'USW Flex Mini'),
];

const people = [
  'Amara',
  'Björn',
  'Chloé',
  'Dilan',
  'Esther',
  'Farid',
  'Grazia',
  'Henrik',
  'Ines',
  'Jonah',
  'Kateryna',
  'Luca',
];
const accessPoints = headOfficeDevices.filter(
  (device) => device.name.startsWith('AP ') && device.name !== 'AP Corridor',
);

const headOfficeClients: ClientOptions[] = [
  { name: 'Reception iPad', uplink: 'AP Reception' },
  { name: 'Door Controller Main Entrance', uplink: 'Switch Reception Desk' },
  { name: 'Printer Ground Floor', uplink: 'Switch Print Room' },
  { name: 'Printer Accounts', uplink: 'Switch First Floor' },
  { name: 'NAS Engineering', uplink: 'Switch Second Floor' },
  { name: 'Backup Server', uplink: 'Core Switch' },
  { name: 'Label Printer Dispatch', uplink: 'Switch Packing Line' },
  { name: 'Boardroom Display', uplink: 'Switch Boardroom Table' },
  { name: 'Visitor Phone', uplink: 'AP Lobby', guest: true },
  { name: 'Visitor Laptop', uplink: 'AP Meeting Room Curie', guest: true },
  { name: 'Home Office Henrik', uplink: 'Lindqvist Head Office', kind: 'VPN' },
  ...people.flatMap((person, at) => [
    { name: `${person}’s Laptop`, uplink: accessPoints[(at * 3) % accessPoints.length]?.name },
    { name: `${person}’s Phone`, uplink: accessPoints[(at * 5 + 1) % accessPoints.length]?.name },
  ]),
];

/** One UDM SE with three Network sites: offices, a warehouse and a studio. */
export const headOffice: ConsoleOptions[] = [
  {
    name: 'Lindqvist Head Office',
    model: 'UDM SE',
    storageApi: true,
    linesApi: true,
    lines: [{ ipv6: '2001:db8:46::2' }, { isp: 'Telia' }],
    sites: [
      { name: 'default', desc: 'Head Office', isp: 'Bahnhof' },
      { name: 'whsouth', desc: 'Warehouse Süd', isp: 'Bahnhof' },
      { name: 'studio7k', desc: 'Studio', isp: 'Bahnhof' },
    ],
    devices: headOfficeDevices,
    clients: headOfficeClients,
  },
];

const shopFloor = [
  'AP Counter',
  'AP Bakery',
  'AP Café',
  'AP Terrace',
  'AP Office',
  'AP Storeroom',
  'AP Upper Floor',
];

/** A shop: one switch, some access points connected to it, and a till or two. */
function shop(name: string, accessPoints: number, extra: DeviceOptions[] = []) {
  const devices: DeviceOptions[] = [
    { name: 'Switch Back Office', model: 'USW Pro 24 PoE' },
    { name: 'Switch Counter', model: 'USW Flex Mini', uplink: 'Switch Back Office' },
    ...shopFloor
      .slice(0, accessPoints)
      .map((ap) => ({ name: ap, model: 'U6 Lite', uplink: 'Switch Back Office' })),
    ...extra,
  ];
  const clients: ClientOptions[] = [
    { name: 'Till 1', uplink: 'Switch Counter' },
    { name: 'Till 2', uplink: 'Switch Counter' },
    { name: 'Card Terminal', uplink: 'AP Counter' },
    { name: 'Menu Display', uplink: 'Switch Back Office' },
    { name: 'Oven Sensor', uplink: 'AP Bakery' },
    { name: 'Guest Phone', uplink: 'AP Counter', guest: true },
    { name: 'Staff Tablet', uplink: 'AP Counter' },
  ];
  return { name, model: 'UCG Ultra', devices, clients } satisfies ConsoleOptions;
}

const cameras = ['Entrance', 'Counter', 'Storeroom', 'Yard'].map((place) => ({
  name: `Camera ${place}`,
  model: place === 'Yard' ? 'G5 Bullet' : 'G4 Dome',
}));

/** Bakery shops. Some consoles respond oddly on purpose, as consoles in the field do. */
export const retail: ConsoleOptions[] = [
  {
    ...shop('Ottilie Leipzig Markt', 7, [
      { name: 'Switch Bakehouse', model: 'USW Lite 8 PoE', uplink: 'Switch Back Office' },
      { name: 'Switch Upper Floor', model: 'USW Lite 8 PoE', uplink: 'Switch Bakehouse' },
      { name: 'AP Bakehouse', uplink: 'Switch Bakehouse' },
      { name: 'AP Delivery Yard', model: 'AC Mesh', uplink: 'Switch Bakehouse' },
      { name: 'AP Changing Room', model: 'U6 Lite', uplink: 'Switch Back Office' },
    ]),
    storageApi: true,
    lines: [{}, { isp: 'Vodafone' }],
    topologyApi: false,
  },
  shop('Ottilie Dresden Neustadt', 6, [
    { name: 'AP Lager Rampe', model: 'AC Mesh', uplink: 'AP Storeroom', mesh: true },
  ]),
  { ...shop('Ottilie Halle Hauptbahnhof', 5), traps: ['gzipWithoutHeader', 'prefixedAsn'] },
  {
    ...shop('Ottilie Jena', 5, [
      { name: '', model: 'U6 Lite', uplink: 'Switch Back Office' },
      { name: 'Neighbour’s  AP', model: 'AC Mesh', managed: false, state: 'OFFLINE' },
    ]),
    kind: 'ucore',
    traps: [
      'emptyUserData',
      'emptyDates',
      'emptyPercentages',
      'noIspInfo',
      'noWans',
      'nullDesc',
      'emptyPermission',
      'oddStartupTime',
      'emptyUpdateAvailable',
      'stringFrequency',
      'bareStatistics',
      'oldRows',
      'unknownFields',
      'reorderedKeys',
      'metricsWithoutIds',
    ],
  },
  // Too old for the connector, so only the cloud inventory can be read.
  {
    ...shop('Ottilie Zwickau', 5),
    model: 'UDR7',
    osVersion: '4.3.87',
    traps: ['noState', 'nullUserData', 'absentDates'],
  },
  {
    name: 'Ottilie Camera Recorder',
    model: 'UNVR',
    devices: [...cameras, { name: 'Camera Spare', model: 'G5 Bullet', managed: false, state: 'OFFLINE' }],
  },
];

const buildings = [
  'Library',
  'Hooke Building',
  'Franklin Building',
  'Sports Centre',
  'Refectory',
  'Great Hall',
  'Meitner Workshop',
];
const floors = ['Ground Floor', 'First Floor', 'Second Floor'];

// Seven buildings with three floors each, and on each floor a switch with eight access points. The switch of a
// floor connects to the one below.
const campusDevices: DeviceOptions[] = [
  { name: 'Core Switch East', model: 'USW Aggregation' },
  { name: 'Core Switch West', model: 'USW Aggregation' },
  ...buildings.flatMap((building, nth) =>
    floors.flatMap((floor, level): DeviceOptions[] => {
      const closet = `${building} ${floor} Switch`;
      const accessPoints = Array.from({ length: 8 }, (_, at) => ({
        name: `${building} ${floor} AP ${at + 1}`,
        model: at % 3 ? 'U6 Pro' : 'U7 Pro',
        uplink: closet,
      }));
      const core = nth % 2 ? 'Core Switch West' : 'Core Switch East';
      const uplink = level === 0 ? core : `${building} ${floors[level - 1]} Switch`;
      return [{ name: closet, model: 'USW Pro 24 PoE', uplink }, ...accessPoints];
    }),
  ),
  { name: 'Observatory Switch', model: 'USW Lite 8 PoE', uplink: 'Core Switch West' },
  { name: 'Greenhouse Switch', model: 'USW Flex', uplink: 'Observatory Switch' },
  ...[
    ['Greenhouse', 'Greenhouse Switch'],
    ['Observatory', 'Observatory Switch'],
    ['Porter’s Lodge', 'Great Hall Ground Floor Switch'],
    ['Boathouse', 'Sports Centre Ground Floor AP 8', 'mesh'],
    ['Tennis Courts', 'Sports Centre Ground Floor AP 7', 'mesh'],
    ['Car Park', 'Porter’s Lodge AP', 'mesh'],
    ['Bicycle Shed', 'Car Park AP', 'mesh'],
  ].map(([place, uplink, mesh]) => ({
    name: `${place} AP`,
    model: 'AC Mesh',
    uplink,
    mesh: mesh !== undefined,
  })),
];

const campusClients: ClientOptions[] = buildings.flatMap((building) => [
  { name: `${building} Printer`, uplink: `${building} Ground Floor Switch` },
  { name: `${building} Info Screen`, uplink: `${building} Ground Floor Switch` },
  ...floors.flatMap((floor) =>
    Array.from({ length: 14 }, (_, at) => ({
      name: at % 2 ? `Student Laptop ${at + 1}` : `Student Phone ${at + 1}`,
      uplink: `${building} ${floor} AP ${(at % 8) + 1}`,
      guest: at % 7 === 0,
    })),
  ),
]);

const halls: DeviceOptions[] = ['Ash', 'Birch', 'Cedar'].flatMap((house): DeviceOptions[] => [
  { name: `${house} House Switch`, model: 'USW Pro 24 PoE' },
  ...['Ground Floor', 'First Floor', 'Attic', 'Common Room'].map((place) => ({
    name: `${house} House ${place} AP`,
    model: 'U6 Lite',
    uplink: `${house} House Switch`,
  })),
]);

/** A college, with more devices on one console than fit on a page, and its halls on a self-hosted server. */
const campus: ConsoleOptions[] = [
  {
    name: 'Northfield College',
    model: 'UDM Pro',
    timezone: 'Europe/London',
    sites: [{ name: 'default', desc: 'Campus', isp: 'Jisc' }],
    storageApi: true,
    devices: campusDevices,
    clients: campusClients,
  },
  {
    name: 'Northfield Halls of Residence',
    kind: 'network-server',
    timezone: 'Europe/London',
    sites: [{ name: 'default', desc: 'Halls', isp: 'Jisc' }],
    devices: halls,
    traps: [
      'nullUserData',
      'absentDates',
      'noGateway',
      'oddStartupTime',
      'unknownEnums',
      'unknownFields',
      'prefixedAsn',
    ],
  },
];

/** The API keys of the demo customer's three controllers. */
export const headOfficeKey = 'demo-key-head-office';
export const retailKey = 'demo-key-retail';
export const campusKey = 'demo-key-campus';

/** For visitors who add a controller to their own account. */
export const demoKeys = [
  { name: 'Head Office', apiKey: headOfficeKey },
  { name: 'Retail', apiKey: retailKey },
  { name: 'Campus', apiKey: campusKey },
];

/** Devices were bought, restarted and updated at different times. */
function age(device: NetworkDevice, now: number): void {
  const days = (most: number, what: string) =>
    Math.floor(chance(`${what} ${device.mac}`) * most * 86_400_000);
  device.startedAt = now - 3_600_000 - days(90, 'started');
  device.adoptedAt = device.startedAt - days(900, 'adopted');
  if (!device.isConsole && chance(`update ${device.mac}`) < 0.15) device.firmwareStatus = 'updateAvailable';
}

/**
 * About three hundred static devices under three keys, which `liveNetwork` animates.
 * @param now clock, Unix milliseconds
 */
export function demoNetwork(now: () => number = Date.now, keys: KeyOptions[] = []): Network {
  const network = makeNetwork({
    now,
    keys: [
      { value: headOfficeKey, consoles: headOffice },
      { value: retailKey, consoles: retail },
      // Sources disagree on whether keys may write (unifi/API.md 7), so this one may not.
      { value: campusKey, consoles: campus, writes: false },
      ...keys,
    ],
  });
  for (const device of network.consoles.flatMap(({ devices }) => devices)) age(device, now());
  // Down for a month: no longer listed, but still in its site's count.
  network
    .device('AP Lager Rampe')
    .vanish()
    .change({ since: now() - 31 * 86_400_000 });
  return network;
}
