// A stand-in for UniFi in a process of its own: keys that see a console with fifty devices each.
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { startUnifi, type UnifiStandIn } from '#api/demo/unifi/unifi.ts';
import { serve } from './live/part.ts';

let unifi: UnifiStandIn;

const orders = {
  /** Its address, and the keys with the console that each sees. One device of each is down. */
  async listen({ keys, devices }: { keys: number; devices: number }) {
    // The console is a device as well.
    const others = Array.from({ length: devices - 1 }, (_, n) => ({
      name: `AP ${n}`,
      state: n === 0 ? ('OFFLINE' as const) : ('ONLINE' as const),
    }));
    const network = makeNetwork({
      keys: Array.from({ length: keys }, (_, n) => ({
        value: `bench-key-${n}`,
        consoles: [{ name: `Console ${n}`, devices: others }],
      })),
    });
    unifi = await startUnifi({ network });
    const consoles = network.keys.map(({ value, consoles }) => ({ key: value, hostId: consoles[0]!.hostId }));
    return { url: unifi.url, consoles };
  },

  /** What has been asked since this was asked last: with which key, and which path. */
  asked(): { key: string; path: string }[] {
    return unifi.requests.splice(0).map(({ key, path }) => ({ key: key!, path }));
  },
};

export type UnifiServer = typeof orders;
serve(orders);
