import {
  buildConsole,
  type ConsoleOptions,
  type KeyOptions,
  buildClient,
  buildDevice,
  hardwareOf,
  takePort,
  type ClientOptions,
  type DeviceOptions,
} from './network-build.ts';
import { follow, plugIn, settle, type Moment } from './network-outage.ts';
import {
  uplinkIn,
  uplinkSources,
  type NetworkConsole,
  type NetworkKey,
  type ReportedUplink,
  type UplinkSource,
  findCloud,
  loseCloud,
  setState,
  swapHardware,
  type ConnectorError,
  type DeviceState,
  type ExtraRow,
  type LineState,
  type NetworkClient,
  type NetworkDevice,
  type NetworkLine,
  type NetworkPort,
  type Trap,
} from './network-state.ts';
import { changeLine, clearLine } from './network-lines.ts';

/**
 * API keys, and the consoles they can see with everything below. The fields are plain data that the stand-in
 * serves. The methods find an item by name and return its test controls.
 */
export class Network {
  keys: NetworkKey[] = [];
  /** Called before each response. Set by `liveNetwork`. */
  step?: (now: number) => void;
  /** Outages show at once, without waiting for heartbeats and boot times. */
  instant = false;

  /** @param now The network's clock, Unix milliseconds. */
  constructor(public now: () => number) {}

  get consoles(): NetworkConsole[] {
    return [...new Set(this.keys.flatMap((key) => key.consoles))];
  }

  /** Brings everything up to a moment, Unix milliseconds. Called before each response. */
  settle(now = this.now()): void {
    this.step?.(now);
    for (const console of this.consoles) settle(console, now);
  }

  /**
   * A device loses its power, and with it everything behind it its way to the console. A console whose gateway
   * has no power is itself disconnected.
   * @param name or MAC, as for the other three
   */
  powerOff = (name: string) => this.wire(name, { powered: false });
  /** Power returns: first this device boots, then what is behind it comes back. */
  powerOn = (name: string) => this.wire(name, { powered: true });
  /** Cuts a device's uplink. */
  cutCable = (name: string) => this.wire(name, { cut: true });
  repairCable = (name: string) => this.wire(name, { cut: false });

  /** Changes the power of a device, or the cable to its uplink. */
  wire(name: string, change: { powered: boolean } | { cut: boolean }): DeviceHandle {
    const { device, home } = this.device(name);
    if ('cut' in change && device.uplinkMac === undefined) throw new Error(`${name} has no uplink`);
    Object.assign(device, change);
    follow(home, this.moment());
    return this.device(device.mac);
  }

  /**
   * Moves a device to another one on the same console, by name or MAC.
   * @param port Number of the port. Defaults to a free one.
   * @param stale Sources that go on reporting the previous uplink.
   */
  plugIn(
    name: string,
    into: string,
    { port, stale = [] }: { port?: number; stale?: UplinkSource[] } = {},
  ): DeviceHandle {
    const { device, home } = this.device(name);
    for (const source of stale) device.reportedUplinks[source] = uplinkIn(source, device) ?? null;
    plugIn(home, device, this.console(home.hostId).device(into).device, port, this.moment());
    return this.device(device.mac);
  }

  private moment = (): Moment => ({ now: this.now(), instant: this.instant });

  addKey(options: KeyOptions): KeyHandle {
    const key: NetworkKey = {
      value: options.value,
      consoles: (options.sees ?? []).map((name) => this.console(name).console),
      revoked: options.revoked ?? false,
      connector: options.connector ?? true,
      writes: options.writes ?? true,
      ispMetrics: options.ispMetrics ?? true,
    };
    this.keys.push(key);
    for (const console of options.consoles ?? []) this.addConsole(key.value, console);
    return new KeyHandle(key);
  }

  addConsole(key: string, options: ConsoleOptions): ConsoleHandle {
    const console = buildConsole(options, this.now());
    this.key(key).key.consoles.push(console);
    return new ConsoleHandle(console, this.now);
  }

  key(value: string): KeyHandle {
    return new KeyHandle(only(this.keys, (key) => key.value === value, `key ${value}`));
  }

  /** By name or host id. */
  console(name: string): ConsoleHandle {
    const found = only(this.consoles, (c) => c.name === name || c.hostId === name, `console ${name}`);
    return new ConsoleHandle(found, this.now);
  }

  /** By name or MAC, on any console. */
  device(name: string): DeviceHandle {
    const all = this.consoles.flatMap((console) => console.devices.map((device) => ({ console, device })));
    const found = only(all, ({ device }) => device.name === name || device.mac === name, `device ${name}`);
    return new DeviceHandle(found.device, found.console, this.now);
  }

  /**
   * Moves a device to another console.
   * @param leavesRow Its old console keeps listing it as offline, so find devices of that name through their
   * console.
   */
  moveDevice(name: string, to: string, { leavesRow = false } = {}): DeviceHandle {
    const { device } = this.device(name);
    const home = this.consoles.find((console) => console.devices.includes(device));
    const target = this.console(to).console;
    const moved = { ...structuredClone(device), site: target.sites[0]?.name, pinned: true };
    const root = target.devices.find((one) => one.isConsole);
    Object.assign(moved, { outage: undefined, uplinkMac: root?.mac, uplinkPort: undefined, mesh: false });
    if (root) moved.uplinkPort = takePort(target, root, hardwareOf(moved.model))?.idx;
    target.devices.push(moved);
    if (leavesRow) Object.assign(device, { state: 'OFFLINE', since: this.now(), pinned: true });
    else if (home) home.devices = home.devices.filter((one) => one !== device);
    return new DeviceHandle(moved, target, this.now);
  }

  /**
   * A provider's lines fail at several sites. Returns the names of their consoles.
   * @param most sites at which they fail; all by default
   */
  failProvider(name: string, most = Infinity): string[] {
    const hit = this.linesOf(name).filter(({ line }) => !line.history.at(-1)?.isDown);
    const consoles = this.spread([...new Set(hit.map(({ console }) => console))]).slice(0, most);
    for (const { console, line } of hit)
      if (consoles.includes(console)) new LineHandle(line, console, this.now).goDown();
    return consoles.map((console) => console.name);
  }

  /** All of a provider's lines work again. Returns the names of the consoles where they didn't. */
  clearProvider(name: string): string[] {
    const hit = this.linesOf(name).filter(({ line }) => line.history.at(-1)?.isDown);
    for (const { console, line } of hit) new LineHandle(line, console, this.now).clear();
    return [...new Set(hit.map(({ console }) => console.name))];
  }

  /** The first console of each key, then the second ones: keys belong to different customers. */
  private spread(consoles: readonly NetworkConsole[]): NetworkConsole[] {
    const byKey = Map.groupBy(consoles, (console) => this.keys.find((key) => key.consoles.includes(console)));
    const rows = [...byKey.values()];
    const most = Math.max(0, ...rows.map(({ length }) => length));
    return Array.from({ length: most }, (_, nth) => rows.flatMap((row) => row[nth] ?? [])).flat();
  }

  private linesOf(provider: string) {
    return this.consoles.flatMap((console) =>
      console.lines.flatMap((line) =>
        line.isp.name === provider && !line.isUnused ? [{ console, line }] : [],
      ),
    );
  }

  /** By name or MAC, on any console. */
  client(name: string): ClientHandle {
    const all = this.consoles.flatMap((console) => console.clients.map((client) => ({ console, client })));
    const found = only(all, ({ client }) => client.name === name || client.mac === name, `client ${name}`);
    return new ClientHandle(found.client, found.console, this.now);
  }
}

/** What can go wrong with an internet line, or nothing any more. */
export type LineTrouble = Partial<Omit<LineState, 'at'>> | 'clear';

export interface NetworkOptions {
  /** Clock in Unix milliseconds. Defaults to the computer's. */
  now?: () => number;
  keys?: KeyOptions[];
}

/**
 * The smallest useful network: `test-key` sees console Office with a switch, an access point and a laptop.
 */
export const smallOffice: KeyOptions = {
  value: 'test-key',
  consoles: [
    {
      name: 'Office',
      devices: [
        { name: 'Switch', model: 'USW Lite 8 PoE' },
        { name: 'AP Lobby', model: 'U6 Pro', uplink: 'Switch' },
      ],
      clients: [{ name: 'Laptop', uplink: 'AP Lobby' }],
    },
  ],
};

/** A static network, which only changes when a test changes it. */
export function makeNetwork({ now = Date.now, keys = [smallOffice] }: NetworkOptions = {}): Network {
  const network = new Network(now);
  for (const key of keys) network.addKey(key);
  return network;
}

/** Test controls of a device. Changes made here stay, because a live network then leaves the device alone. */
class DeviceHandle {
  constructor(
    public device: NetworkDevice,
    public home: NetworkConsole,
    private now: () => number,
  ) {}

  goOffline = () => this.become('OFFLINE');
  comeOnline = () => this.change({ listed: true, listedByConsole: true }).become('ONLINE');
  startUpdating = () => this.become('UPDATING');

  /** Whatever the state of its power and cables. Devices behind it stay as they are. */
  become(state: DeviceState): this {
    if (!this.device.isConsole) delete this.device.outage;
    setState(this.device, state, this.now());
    return this.change({});
  }

  /** The cloud's own word, whatever the console reports. `undefined`: it follows the console again. */
  cloudSays = (cloudStatus: string | undefined) => this.change({ cloudStatus });

  /** Removed long ago: off the cloud's list, still counted as offline by its site. */
  vanish = () => this.become('OFFLINE').change({ listed: false });

  /** Also off the console's own list, but still counted as offline. */
  vanishEverywhere = () => this.vanish().change({ listedByConsole: false });

  /** Removes it from the console, so that it is neither listed nor counted. */
  remove(): void {
    this.home.devices = this.home.devices.filter((device) => device !== this.device);
  }

  /**
   * Freezes its statistics at its last heartbeat, however often they are requested. `undefined`: fresh again.
   */
  stopHeartbeats = (lastHeartbeatAt: number | undefined = this.now()) => this.change({ lastHeartbeatAt });
  resumeHeartbeats = () => this.change({ lastHeartbeatAt: undefined });

  /** CPU and memory 0 to 100, uplink in bits per second. `undefined` makes a value unreported. */
  load(values: Partial<Pick<NetworkDevice, 'cpuPercent' | 'memoryPercent' | 'uplinkBps'>>): this {
    return this.change(values);
  }

  /** @param usedPercent 0 to 100, of its first volume, which is added if it has none */
  fillDisk(usedPercent: number): this {
    const [first] = this.device.volumes;
    if (first) first.usedPercent = usedPercent;
    else this.device.volumes.push({ mountPoint: '/data', sizeBytes: 14_000_000_000, usedPercent });
    return this.change({});
  }

  /** It never starts again once it is restarted or loses its power. `false`: the next one succeeds. */
  bootInVain = (bootsInVain = true) => this.change({ bootsInVain });

  /**
   * What UniFi reports as its uplink instead of the real one, in all sources by default.
   * @param uplink Name of a device on its console, or any MAC. Null: none. `undefined`: the real one again.
   */
  reportUplink(
    uplink: string | null | undefined,
    { port, sources = uplinkSources }: { port?: number; sources?: readonly UplinkSource[] } = {},
  ): this {
    for (const source of sources) {
      if (uplink === undefined) delete this.device.reportedUplinks[source];
      else this.device.reportedUplinks[source] = uplink === null ? null : this.reported(uplink, port);
    }
    return this.change({});
  }

  private reported(uplink: string, port: number | undefined): ReportedUplink {
    const named = this.home.devices.filter(({ name }) => name === uplink);
    const mac = /^[0-9A-F]{12}$/.test(uplink)
      ? uplink
      : only(named, () => true, `device ${uplink} on ${this.home.name}`).mac;
    const { uplinkMac, uplinkPort, mesh } = this.device;
    const kept = uplinkMac === mac ? uplinkPort : undefined;
    return { mac, ...((port ?? kept) !== undefined && { port: port ?? kept }), wireless: mesh };
  }

  portUp = (idx: number) => this.setPort(idx, 'UP');
  portDown = (idx: number) => this.setPort(idx, 'DOWN');

  setPort(idx: number, state: NetworkPort['state']): this {
    only(this.device.ports, (port) => port.idx === idx, `port ${idx} on ${this.device.name}`).state = state;
    return this.change({});
  }

  /** Sets raw fields (name, managed, firmwareStatus, …). */
  change(fields: Partial<NetworkDevice>): this {
    Object.assign(this.device, fields, { pinned: true });
    return this;
  }
}

class ClientHandle {
  constructor(
    public client: NetworkClient,
    private home: NetworkConsole,
    private now: () => number,
  ) {}

  leave = () => this.change({ connected: false });
  comeBack = () => this.change({ connected: true, connectedAt: this.now() });

  /** @param device Name of the device on the same console that it connects to. */
  roamTo(device: string): this {
    const target = only(this.home.devices, (d) => d.name === device || d.mac === device, `device ${device}`);
    return this.change({ uplinkMac: target.mac, site: target.site ?? this.client.site });
  }

  change(fields: Partial<NetworkClient>): this {
    Object.assign(this.client, fields, { pinned: true });
    return this;
  }
}

/** Test controls of an internet line. A console of which no line works loses the cloud until one does. */
class LineHandle {
  constructor(
    public line: NetworkLine,
    private home: NetworkConsole,
    private now: () => number,
  ) {}

  goDown = () => this.change({ isDown: true });
  /** No cable, so it is also down. */
  unplug = () => this.change({ isDown: true, isUnplugged: true });
  lose = (lossPercent: number) => this.change({ lossPercent });
  /** @param addedMs how much slower it is than usual, in milliseconds */
  slowDown = (addedMs: number) => this.change({ addedMs });
  clear = () => this.change('clear');
  /** The console no longer has it. */
  remove(): void {
    this.home.lines = this.home.lines.filter((one) => one !== this.line);
  }

  change(trouble: LineTrouble): this {
    if (trouble === 'clear') clearLine(this.home, this.line, this.now());
    else changeLine(this.home, this.line, trouble, this.now());
    this.home.pinned = true;
    return this;
  }
}

class ConsoleHandle {
  constructor(
    public console: NetworkConsole,
    private now: () => number,
  ) {}

  get hostId(): string {
    return this.console.hostId;
  }

  /**
   * Loses the cloud: everything below freezes, and the connector returns 408.
   * @param word of `reportedState.state` then: `offline`, `sleeping`; null if the key is missing
   */
  disconnect(word?: string | null): this {
    loseCloud(this.console, this.now());
    return this.change({ stateWord: word });
  }

  reconnect(): this {
    findCloud(this.console, this.now());
    return this.change({ stateWord: undefined });
  }

  /** Another word for its state, with nothing else changed. `undefined`: the usual one again. */
  sayState = (stateWord: string | null | undefined) => this.change({ stateWord });

  /** Makes every connector call fail with this. `undefined`: they succeed again. */
  failConnector = (connectorError: ConnectorError | undefined) => this.change({ connectorError });

  /**
   * The Network application stops while the console stays connected. Its front door returns 503 by default.
   */
  stopNetwork = (connectorError: ConnectorError = { status: 503, shape: 'edge' }) =>
    this.change({ networkRunning: false, connectorError });
  startNetwork = () => this.change({ networkRunning: true, connectorError: undefined });

  /** New hardware under the same name: new host ID and MAC. The old ID returns 404. */
  replace(): this {
    swapHardware(this.console, this.now());
    return this.change({});
  }

  leaveAccount = () => this.change({ inAccount: false });
  returnToAccount = () => this.change({ inAccount: true });
  refuseConnector = () => this.change({ connector: false });
  allowConnector = () => this.change({ connector: true });

  /** @param byMs Milliseconds its clock is ahead; negative: behind. */
  skewClock = (byMs: number) => this.change({ clockSkewMs: byMs });

  /** Freezes the `updatedAt` of its device group while states stay current. `undefined`: fresh again. */
  dateGroup = (updatedAt: number | undefined) => this.change({ updatedAt });

  /** Its topology goes on reporting today's uplinks, whatever is moved from now on. */
  freezeTopology(): this {
    for (const device of this.console.devices)
      device.reportedUplinks.topology = uplinkIn('topology', device) ?? null;
    return this.change({});
  }

  /** Network applications of some versions return 404 for it. */
  offerTopology = (topologyApi = true) => this.change({ topologyApi });

  /** From now on the `updatedAt` of its device group only changes with a device. */
  goQuiet = () => this.change({ updatedAt: 'quiet' });

  /**
   * Adds a row to its device group: a duplicate, or one without a MAC (`mac: undefined` among the fields).
   */
  listExtra(row: ExtraRow): this {
    this.console.extraRows.push(row);
    return this.change({});
  }

  clearExtra(): this {
    this.console.extraRows = [];
    return this.change({});
  }

  trap(...traps: Trap[]): this {
    for (const trap of traps) this.console.traps.add(trap);
    return this;
  }

  untrap(): this {
    this.console.traps.clear();
    return this;
  }

  /** One of its internet lines. */
  line(key: NetworkLine['key'] = 'WAN'): LineHandle {
    const found = only(this.console.lines, (line) => line.key === key, `line ${key} of ${this.console.name}`);
    return new LineHandle(found, this.console, this.now);
  }

  addDevice(options: DeviceOptions): DeviceHandle {
    return new DeviceHandle(buildDevice(this.console, options, this.now()), this.console, this.now);
  }

  addClient(options: ClientOptions): ClientHandle {
    return new ClientHandle(buildClient(this.console, options, this.now()), this.console, this.now);
  }

  device(name: string): DeviceHandle {
    const found = only(this.console.devices, (d) => d.name === name || d.mac === name, `device ${name}`);
    return new DeviceHandle(found, this.console, this.now);
  }

  change(fields: Partial<NetworkConsole>): this {
    Object.assign(this.console, fields, { pinned: true });
    return this;
  }
}

class KeyHandle {
  constructor(public key: NetworkKey) {}

  revoke(): void {
    this.key.revoked = true;
  }

  restore(): void {
    this.key.revoked = false;
  }

  /** 403 on every connector call, while the inventory stays readable. */
  denyConnector(): void {
    this.key.connector = false;
  }

  allowConnector(): void {
    this.key.connector = true;
  }

  /** 403 on every action, while the connector stays readable. */
  denyWriting(): void {
    this.key.writes = false;
  }
}

/** @throws unless exactly one matches, because with two a test would change the wrong one */
function only<T>(all: T[], fits: (one: T) => boolean, what: string): T {
  const found = all.filter(fits);
  if (found[0] === undefined) throw new Error(`The network has no ${what}`);
  if (found.length > 1)
    throw new Error(`The network has ${found.length} times ${what}; use the MAC or host id`);
  return found[0];
}
