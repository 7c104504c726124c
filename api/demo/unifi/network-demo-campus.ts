import type { ClientOptions, ConsoleOptions, DeviceOptions } from './network-build.ts';

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

// Seven buildings of three floors, each a switch with eight access points on it.
const devices: DeviceOptions[] = [
  { name: 'Core Switch East', model: 'USW Aggregation' },
  { name: 'Core Switch West', model: 'USW Aggregation' },
  ...buildings.flatMap((building, nth) =>
    floors.flatMap((floor): DeviceOptions[] => {
      const closet = `${building} ${floor} Switch`;
      const accessPoints = Array.from({ length: 8 }, (_, at) => ({
        name: `${building} ${floor} AP ${at + 1}`,
        model: at % 3 ? 'U6 Pro' : 'U7 Pro',
        uplink: closet,
      }));
      const core = nth % 2 ? 'Core Switch West' : 'Core Switch East';
      return [{ name: closet, model: 'USW Pro 24 PoE', uplink: core }, ...accessPoints];
    }),
  ),
  ...[
    'Greenhouse',
    'Boathouse',
    'Observatory',
    'Porter’s Lodge',
    'Car Park',
    'Tennis Courts',
    'Bicycle Shed',
  ].map((place) => ({
    name: `${place} AP`,
    model: 'AC Mesh',
    uplink: 'Core Switch West',
  })),
  { name: 'Observatory Switch', model: 'USW Lite 8 PoE', uplink: 'Core Switch West' },
  { name: 'Greenhouse Switch', model: 'USW Flex', uplink: 'Core Switch West' },
];

const clients: ClientOptions[] = buildings.flatMap((building) => [
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

/** A college: more devices on one console than a page holds, and its halls on a self-hosted server. */
export const campus: ConsoleOptions[] = [
  {
    name: 'Northfield College',
    model: 'UDM Pro',
    timezone: 'Europe/London',
    sites: [{ name: 'default', desc: 'Campus', isp: 'Jisc' }],
    storageApi: true,
    devices,
    clients,
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
