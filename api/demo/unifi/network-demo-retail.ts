import type { ClientOptions, ConsoleOptions, DeviceOptions } from './network-build.ts';

const shopFloor = [
  'AP Counter',
  'AP Bakery',
  'AP Café',
  'AP Terrace',
  'AP Office',
  'AP Storeroom',
  'AP Upper Floor',
];

/** A shop: one switch, some access points on it, a till or two. */
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

/** Bakery shops. Some consoles answer oddly on purpose, as consoles in the field do. */
export const retail: ConsoleOptions[] = [
  {
    ...shop('Ottilie Leipzig Markt', 7, [
      { name: 'Switch Bakehouse', model: 'USW Lite 8 PoE', uplink: 'Switch Back Office' },
      { name: 'Switch Upper Floor', model: 'USW Lite 8 PoE', uplink: 'Switch Back Office' },
      { name: 'AP Bakehouse', uplink: 'Switch Back Office' },
      { name: 'AP Delivery Yard', model: 'AC Mesh', uplink: 'Switch Back Office' },
      { name: 'AP Changing Room', model: 'U6 Lite', uplink: 'Switch Back Office' },
    ]),
    storageApi: true,
  },
  shop('Ottilie Dresden Neustadt', 6, [
    { name: 'AP Lager Rampe', model: 'AC Mesh', uplink: 'Switch Back Office' },
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
  // Older than the connector wants: only the cloud inventory can be read.
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
