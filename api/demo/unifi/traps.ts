import type { NetworkConsole, Trap } from './network-state.ts';
import type { Json } from './answer.ts';

/** The rows that traps can change, by where they appear. */
export type Row =
  'host' | 'site' | 'group' | 'device' | 'metric' | 'netDevice' | 'netDetail' | 'netStatistics' | 'netClient';
type Bend = (row: Json, nth: number) => void;

const set =
  (values: Json): Bend =>
  (row) => {
    Object.assign(row, values);
  };
const without =
  (...keys: string[]): Bend =>
  (row) => {
    for (const key of keys) delete row[key];
  };
const inside =
  (key: string, bend: Bend): Bend =>
  (row, nth) => {
    const inner = row[key];
    if (inner && typeof inner === 'object') bend(inner as Json, nth);
  };
const each =
  (key: string, bend: Bend): Bend =>
  (row) => {
    const list = row[key];
    if (Array.isArray(list)) list.forEach((inner: Json, nth) => bend(inner, nth));
  };
const frequencyAsText = inside(
  'interfaces',
  each('radios', (radio) => {
    radio.frequencyGHz = String(radio.frequencyGHz);
  }),
);
const futureField = set({ fieldOfALaterVersion: { nested: [1, 'two', null] } });
const dates = ['registrationTime', 'latestBackupTime', 'lastConnectionStateChange'];

/** The effect of each trap on rows (unifi/API.md section 5, shape traps). */
const bends: Partial<Record<Trap, Partial<Record<Row, Bend>>>> = {
  nullReportedState: { host: set({ reportedState: null }) },
  noControllers: { host: inside('reportedState', without('controllers')) },
  noState: { host: inside('reportedState', without('state', 'deviceState', 'name')) },
  nullUserData: { host: set({ userData: null }) },
  emptyUserData: { host: set({ userData: {} }) },
  emptyDates: { host: set(Object.fromEntries(dates.map((key) => [key, '']))) },
  absentDates: { host: without(...dates) },
  nullStatistics: { site: set({ statistics: null }) },
  emptyPercentages: { site: inside('statistics', set({ percentages: {} })) },
  noGateway: { site: inside('statistics', without('gateway')) },
  noIspInfo: { site: inside('statistics', without('ispInfo')) },
  noWans: {
    site: inside('statistics', without('wans', 'internetIssues')),
    host: inside('reportedState', without('wans')),
  },
  nullDesc: { site: inside('meta', set({ desc: null })) },
  emptyPermission: { site: set({ permission: '' }) },
  oddStartupTime: {
    device: (row, nth) => {
      if (row.status === 'online') return;
      if (nth % 3 === 2) delete row.startupTime;
      else row.startupTime = nth % 3 ? '' : null;
    },
  },
  emptyUpdateAvailable: { device: set({ updateAvailable: '' }) },
  noDevices: { group: without('devices') },
  stringFrequency: { netDetail: frequencyAsText, netStatistics: frequencyAsText },
  bareStatistics: {
    netStatistics: (row) => {
      for (const key of Object.keys(row)) if (key !== 'interfaces') delete row[key];
      row.interfaces = {};
    },
  },
  oldRows: {
    netDevice: without('supported', 'firmwareVersion', 'firmwareUpdatable'),
    netDetail: without('supported', 'adoptedAt'),
  },
  unknownEnums: {
    host: set({ type: 'cloud-gateway-next' }),
    device: (row, nth) => {
      if (nth % 4 === 1) row.status = 'hibernating';
    },
    netDevice: (row, nth) => {
      if (nth % 4 === 1) row.state = 'HIBERNATING';
    },
    netClient: (row, nth) => {
      if (nth % 4 === 1) row.type = 'SATELLITE';
    },
  },
  unknownFields: {
    host: futureField,
    site: futureField,
    group: futureField,
    device: futureField,
    netDevice: futureField,
    netDetail: futureField,
    netStatistics: futureField,
    netClient: futureField,
  },
  metricsWithoutIds: { metric: without('hostId', 'siteId') },
  prefixedAsn: {
    metric: each(
      'periods',
      inside(
        'data',
        inside('wan', (wan) => {
          wan.ispAsn = `AS${String(wan.ispAsn)}`;
        }),
      ),
    ),
  },
};

/**
 * Applies a console's traps to a new row.
 * @param nth position in the list, for traps that vary by row
 */
export function bend(console: NetworkConsole, kind: Row, row: Json, nth = 0): Json {
  for (const trap of console.traps) bends[trap]?.[kind]?.(row, nth);
  return console.traps.has('reorderedKeys') ? Object.fromEntries(Object.entries(row).reverse()) : row;
}
