import type { NetworkPort, NetworkRadio } from './network-types.ts';

/** What the demo knows of a UniFi product. */
export interface Hardware {
  /** The cloud's `shortname`. */
  shortname: string;
  role: 'gateway' | 'switch' | 'access_point' | 'recorder' | 'camera';
  firmware: string;
  ports: { count: number; connector: NetworkPort['connector']; mbps: number; poe?: boolean }[];
  radios?: Omit<NetworkRadio, 'channel'>[];
  /** Idle load, percent: gateways sit high by nature. */
  idle: { cpu: number; memory: number };
}

const rj45 = (count: number, mbps = 1000, poe = false) => ({ count, connector: 'RJ45' as const, mbps, poe });
const sfpPlus = (count: number) => ({ count, connector: 'SFPPLUS' as const, mbps: 10_000 });
const radio = (wlanStandard: string, frequencyGHz: number, channelWidthMHz: number) => ({
  wlanStandard,
  frequencyGHz,
  channelWidthMHz,
});

const gateway = (shortname: string, firmware: string, ports: Hardware['ports']): Hardware => ({
  shortname,
  role: 'gateway',
  firmware,
  ports,
  idle: { cpu: 18, memory: 71 },
});
const wired = (shortname: string, ports: Hardware['ports'], firmware = '7.2.123'): Hardware => ({
  shortname,
  role: 'switch',
  firmware,
  ports,
  idle: { cpu: 14, memory: 38 },
});
const accessPoint = (shortname: string, firmware: string, radios: Hardware['radios']): Hardware => ({
  shortname,
  role: 'access_point',
  firmware,
  ports: [rj45(1, 2500)],
  radios,
  idle: { cpu: 6, memory: 48 },
});
const wifi6 = [radio('802.11ax', 2.4, 20), radio('802.11ax', 5, 80)];

/** By the model's display name, as both APIs spell it. */
export const hardware: Record<string, Hardware> = {
  'UDM SE': gateway('UDMPROSE', '5.1.12', [rj45(8, 1000, true), rj45(1, 2500), sfpPlus(2)]),
  'UDM Pro': gateway('UDMPRO', '5.1.12', [rj45(8), rj45(1), sfpPlus(2)]),
  'UCG Ultra': gateway('UDRULT', '5.0.16', [rj45(4), rj45(1, 2500)]),
  UDR7: { ...gateway('UDR7', '5.0.12', [rj45(4, 2500, true), sfpPlus(1)]), radios: wifi6 },
  'USW Pro 48 PoE': wired('US48PRO', [rj45(48, 1000, true), sfpPlus(4)]),
  'USW Pro 24 PoE': wired('US24PRO', [rj45(24, 1000, true), sfpPlus(2)]),
  'USW Lite 8 PoE': wired('USL8LP', [rj45(8, 1000, true)]),
  'USW Aggregation': wired('USL8A', [sfpPlus(8)]),
  'USW Flex Mini': wired('USMINI', [rj45(5)], '2.1.6'),
  'USW Flex': wired('USF5P', [rj45(5, 1000, true)], 'US.mt7621_7.1.26+15869.241008.1451'),
  'U7 Pro': accessPoint('U7PRO', '8.0.26', [...wifi6, radio('802.11be', 6, 160)]),
  'U6 Pro': accessPoint('UAP6MP', '6.7.17', wifi6),
  'U6 Lite': accessPoint('UAL6', '6.7.17', wifi6),
  'AC Mesh': accessPoint('U7MSH', '6.6.77', [radio('802.11ac', 2.4, 20), radio('802.11ac', 5, 40)]),
  UNVR: { ...wired('UNVR', [], '4.3.10'), role: 'recorder' },
  'G5 Bullet': { ...wired('UVC G5 Bullet', [], '4.74.106'), role: 'camera' },
  'G4 Dome': { ...wired('UVC G4 Dome', [], '4.74.106'), role: 'camera' },
};

/** @throws when the demo knows no such model. */
export function hardwareOf(model: string): Hardware {
  const found = hardware[model];
  if (!found) throw new Error(`No such model in the demo: ${model}`);
  return found;
}

/** Belongs to the Network application, not to Protect. */
export const isNetworkGear = (model: string): boolean =>
  !['recorder', 'camera'].includes(hardwareOf(model).role);
