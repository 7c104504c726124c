import { parseArgs } from 'node:util';
import { demoNetwork } from './network-demo.ts';
import { liveNetwork } from './network-live.ts';
import { documentedLimits } from './answer.ts';
import { startUnifi } from './unifi.ts';

/** Starts the live demo network on its own, for a controller added by hand: `server.ts --port 4010`. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    seed: { type: 'string', default: 'netlantern' },
    unlimited: { type: 'boolean', default: false },
  },
});
const unifi = await startUnifi({
  network: liveNetwork(demoNetwork(), { seed: values.seed }),
  port: Number(values.port),
  host: values.host,
  limits: values.unlimited ? {} : documentedLimits,
});
console.log(`UniFi stand-in on ${unifi.url} (UNIFI_API_URL)`);
for (const key of unifi.network.keys) {
  console.log(
    `  X-API-Key ${key.value}: ${key.consoles.map((one) => `${one.name} (${one.devices.length})`).join(', ')}`,
  );
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void unifi.close());
