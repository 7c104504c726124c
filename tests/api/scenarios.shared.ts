import type { KeyOptions } from '#api/demo/unifi/network-build.ts';
import { smallOffice } from '#api/demo/unifi/network.ts';
import type { ExpectedAlert, Scenario, Window, World } from '#tests/support/scenario.ts';

/** What the tables of scenarios have in common. Times are minutes; rounds are one minute apart. */

/** The small office, seen by a key that may not use the connector. */
export const cloudOnly: KeyOptions[] = [{ ...smallOffice, connector: false }];
export const [office = { name: 'Office' }] = smallOffice.consoles ?? [];
export const warehouse = { name: 'Warehouse', devices: [{ name: 'AP Ramp' }] };
export const twoConsoles: KeyOptions[] = [{ value: 'test-key', consoles: [office, warehouse] }];
export const twoByCloud: KeyOptions[] = [
  { value: 'test-key', consoles: [office, warehouse], connector: false },
];

export const cpu = { name: 'CPU', condition: 'high_cpu', threshold: '90%' };
export const ports = { name: 'Ports', condition: 'port_down' };

/** A rule of one minute, and rounds a minute apart: seen in the next round, raised in the one after. */
export const raisedAfter = (minute: number): Window => [minute + 1, minute + 2.5];
export const closedAfter = (minute: number): Window => [minute, minute + 1.5];
/** A device that only UniFi's counts still know of may take a few rounds more. */
export const raisedLateAfter = (minute: number): Window => [minute + 1, minute + 6];
export const removedAfter = (minute: number): Window => [minute, minute + 20];

export const down = (about: string, from: number, until?: number): ExpectedAlert => ({
  about,
  type: ['device_offline'],
  raised: raisedAfter(from),
  ...(until !== undefined && { closed: closedAfter(until) }),
});
/** Lower than the severity of an access point that is offline. */
export const lower = ['info', 'warning'];

export const ap = ({ network }: Pick<World, 'network'>) => network.device('AP Lobby');
export const wired = ({ network }: Pick<World, 'network'>) => network.device('Switch');
export const consoleOf = ({ network }: Pick<World, 'network'>) => network.console('Office');
export const other = ({ network }: Pick<World, 'network'>) => network.console('Warehouse');
export const ramp = ({ network }: Pick<World, 'network'>) => network.device('AP Ramp');
export const restart = (world: World) => world.rounds.restart();
export const later = (list: string) => new RegExp(`/v1/${list}\\?.*nextToken=`);

export type Row = Omit<Scenario, 'item'>;
export const ofItem = (item: number, rows: Row[]): Scenario[] => rows.map((row) => ({ item, ...row }));
