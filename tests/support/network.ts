import type {
  ClientReading,
  ConsoleReading,
  DeviceReading,
  PortReading,
} from '#api/features/unifi/reading.ts';

/** The head office's console: connected, with only the given devices behind it. */
export function office(changes: Partial<ConsoleReading> = {}): ConsoleReading {
  return {
    hostId: 'HOST:1',
    name: 'Head Office',
    link: 'connected',
    devicesListed: true,
    devices: [],
    ...changes,
  };
}

/** An adopted access point, online. */
export function accessPoint(changes: Partial<DeviceReading> = {}): DeviceReading {
  return {
    mac: 'AAAAAAAAAAAA',
    name: 'AP Lobby',
    model: 'U6 Pro',
    role: 'access_point',
    isConsole: false,
    adopted: true,
    state: 'online',
    ...changes,
  };
}

/** An adopted switch, online. */
export function coreSwitch(changes: Partial<DeviceReading> = {}): DeviceReading {
  return accessPoint({
    mac: 'BBBBBBBBBBBB',
    name: 'Core Switch',
    model: 'USW 24',
    role: 'switch',
    ...changes,
  });
}

/** A printer on a cable of the core switch. */
export function printer(changes: Partial<ClientReading> = {}): ClientReading {
  return { mac: 'CCCCCCCCCCCC', name: 'Printer', uplinkMac: 'BBBBBBBBBBBB', wired: true, ...changes };
}

/** Ports counted from 1: `ports('up', 'down')`. */
export function ports(...states: PortReading['state'][]): PortReading[] {
  return states.map((state, at) => ({ index: at + 1, state }));
}
