import type { ClientOptions, ConsoleOptions, DeviceOptions } from './network-build.ts';

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

const devices: DeviceOptions[] = [
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
  office('AP Roof Terrace 🌿', 'Switch Second Floor', 'AC Mesh'),
  office('Switch Reception Desk', 'Switch Ground Floor', 'USW Flex Mini'),
  office('Switch Print Room', 'Switch Ground Floor', 'USW Flex Mini'),
  office('Switch Boardroom Table', 'Switch First Floor', 'USW Flex Mini'),
  office('Switch Test Bench 1', 'Switch Second Floor', 'USW Lite 8 PoE'),
  office('Switch Test Bench 2', 'Switch Second Floor', 'USW Lite 8 PoE'),
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
  // The name tells a visitor why this one flaps.
  { ...warehouse('AP Aisle E (bad cable)'), badCable: true },
  warehouse('AP Cold Store', 'AC Mesh'),
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
const accessPoints = devices.filter(
  (device) => device.name.startsWith('AP ') && device.name !== 'AP Corridor',
);

const clients: ClientOptions[] = [
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
    sites: [
      { name: 'default', desc: 'Head Office', isp: 'Bahnhof' },
      { name: 'whsouth', desc: 'Warehouse Süd', isp: 'Bahnhof' },
      { name: 'studio7k', desc: 'Studio', isp: 'Bahnhof' },
    ],
    devices,
    clients,
  },
];
