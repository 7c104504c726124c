import type { FastifyInstance, FastifyReply } from 'fastify';
import { hardwareOf } from './network-build.ts';
import { withColons } from './network-identity.ts';
import { behind } from './network-outage.ts';
import type { FleetWeather } from './network-fleet.ts';
import type { LineTrouble, Network } from './network.ts';

/** Access points that fail in a storm. */
const stormSize = 400;

/** Sites at which a provider's lines fail. */
const providerSites = 3;

/** What `/dev/network/line` can do to an internet line. */
const troubles: Record<string, (amount: number | undefined) => LineTrouble> = {
  down: () => ({ isDown: true }),
  failover: () => ({ isDown: true }),
  loss: (percent = 12) => ({ lossPercent: Math.min(100, Math.max(0, percent)) }),
  latency: (ms = 250) => ({ addedMs: Math.max(0, ms) }),
  clear: () => 'clear',
};

interface LineQuery {
  action?: string;
  /** Name of a console. Defaults to the first one with two lines. */
  site?: string;
  /** Default: the main line. */
  line?: string;
  /** Percent lost, or milliseconds added. */
  amount?: string;
}

interface ProviderQuery {
  name?: string;
  sites?: string;
  action?: string;
}

/** What `/dev/network/…` can do to a device's power and to the cable of its uplink. */
const breaks = {
  'power-off': { change: { powered: false }, says: 'has lost its power' },
  'power-on': { change: { powered: true }, says: 'has power again' },
  cut: { change: { cut: true }, says: 'has lost its uplink cable' },
  repair: { change: { cut: false }, says: 'has its uplink cable again' },
} as const;

/** `/dev/network`: lets parts of the network in a box fail and recover. Anyone may sign in to the demo. */
export function registerNetwork(fastify: FastifyInstance, network: Network, weather?: FleetWeather): void {
  const show = (reply: FastifyReply, news: string) => page(reply, news, weather !== undefined);
  fastify.get('/dev/network', (_request, reply) => show(reply.header('cache-control', 'no-store'), ''));
  fastify.post<{ Querystring: LineQuery }>('/dev/network/line', ({ query }, reply) =>
    show(reply, changeLine(network, query)),
  );
  fastify.post<{ Querystring: ProviderQuery }>('/dev/network/provider', ({ query }, reply) =>
    show(reply, changeProvider(network, query)),
  );
  for (const what of Object.keys(breaks) as (keyof typeof breaks)[])
    fastify.post<{ Querystring: { device?: string } }>(`/dev/network/${what}`, ({ query }, reply) =>
      show(reply, breakOrMend(network, what, query.device, weather)),
    );
  if (!weather) return;
  fastify.post('/dev/network/storm', (_request, reply) =>
    show(
      reply,
      `${weather.storm(stormSize)} access points have failed. Alerts follow within a minute or two.`,
    ),
  );
  fastify.post('/dev/network/clear', (_request, reply) =>
    show(reply, `${weather.clear()} access points are online again.`),
  );
}

function changeLine(network: Network, { action = 'failover', site, line, amount }: LineQuery): string {
  const trouble = Object.hasOwn(troubles, action) ? troubles[action] : undefined;
  if (!trouble) return `Choose one of these actions: ${Object.keys(troubles).join(', ')}.`;
  const console = network.consoles.find(({ name, lines }) =>
    site === undefined ? lines.filter(({ isUnused }) => !isUnused).length > 1 : name === site,
  );
  const wanted = console?.lines.find(({ key }) => key === (line ?? 'WAN'));
  if (!console || !wanted) return 'There is no such line.';
  network
    .console(console.hostId)
    .line(wanted.key)
    .change(trouble(amount === undefined ? undefined : Number(amount) || 0));
  return `${action}: ${wanted.key} of ${console.name} (${wanted.isp.name}).`;
}

function changeProvider(network: Network, { name, sites, action = 'fail' }: ProviderQuery): string {
  const provider = name ?? largestProvider(network);
  if (action === 'clear') return listed(`${provider} works again`, network.clearProvider(provider));
  const most = sites === undefined ? providerSites : Math.max(1, Number(sites) || providerSites);
  return listed(`${provider} has failed`, network.failProvider(provider, most));
}

/** @param name or MAC in any spelling. By default a switch breaks, and everything broken is mended. */
function breakOrMend(
  network: Network,
  what: keyof typeof breaks,
  name: string | undefined,
  weather: FleetWeather | undefined,
): string {
  const { change, says } = breaks[what];
  const mends = what === 'power-on' || what === 'repair';
  const all = network.consoles.flatMap((console) => console.devices.map((device) => ({ console, device })));
  const mac = name?.replace(/[^0-9a-f]/gi, '').toUpperCase();
  const chosen = name
    ? all.filter(({ device }) => device.mac === mac || device.name === name).slice(0, 1)
    : mends
      ? all.filter(({ device }) => !device.powered || device.cut)
      : largestSwitch(network, weather);
  const done = chosen.filter(({ device }) =>
    'powered' in change ? device.powered !== change.powered : device.cut !== change.cut,
  );
  const news = done.map(({ console, device }) => {
    if ('cut' in change && device.uplinkMac === undefined) return `${device.name} has no uplink cable.`;
    network.wire(device.mac, change);
    const count = behind(console, device).length;
    const mac = withColons(device.mac);
    return `${device.name} (${mac}, ${console.name}) ${says}. ${count} ${count === 1 ? 'device is' : 'devices are'} behind it.`;
  });
  return news.join(' ') || 'No device changed.';
}

/**
 * The switch with the most devices behind it, on the first console that can be read and still has one. In the
 * fleet, it is one of the fleet's. Otherwise it is the one that visitors look at.
 */
function largestSwitch(network: Network, weather: FleetWeather | undefined) {
  const consoles = network.keys.flatMap((key) => (key.connector ? key.consoles : []));
  return consoles
    .values()
    .filter((console) => console.connected && console.connector && (weather?.owns(console) ?? true))
    .flatMap((console) =>
      console.devices
        .filter(({ model, outage }) => hardwareOf(model).role === 'switch' && !outage)
        .map((device) => ({ console, device, count: behind(console, device).length }))
        .filter(({ count }) => count > 0)
        .toSorted((one, other) => other.count - one.count),
    )
    .take(1)
    .toArray();
}

/** The provider with the most lines. */
function largestProvider(network: Network): string {
  const names = network.consoles.flatMap(({ lines }) => lines.map(({ isp }) => isp.name));
  const byName = [...Map.groupBy(names, (one) => one)].toSorted(([, a], [, b]) => b.length - a.length);
  return byName[0]?.[0] ?? '';
}

const listed = (what: string, sites: string[]): string =>
  sites.length === 0
    ? 'No site changed.'
    : `${what} at ${sites.length} sites: ${sites.slice(0, 20).join(', ')}.`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const button = (path: string, label: string): string =>
  `<form method="post" enctype="text/plain" action="/dev/network/${path}"><button>${label}</button></form>`;

function page(reply: FastifyReply, news: string, isFleet: boolean): unknown {
  const buttons = [
    ...(isFleet
      ? [button('storm', `Let ${stormSize} access points fail`), button('clear', 'End the storm')]
      : []),
    button('power-off', 'Take the power from a switch with many devices behind it'),
    button('power-on', 'Give back the power'),
    button('cut', 'Cut the uplink cable of such a switch'),
    button('repair', 'Repair the cable'),
    button('line?action=failover', 'Fail over to the second internet line'),
    button('line?action=loss', 'Lose packets on the main internet line'),
    button('line?action=latency', 'Slow down the main internet line'),
    button('line?action=clear', 'Repair the main internet line'),
    button('provider', `Let a provider fail at ${providerSites} sites`),
    button('provider?action=clear', 'Repair the provider'),
  ];
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Network in a box</title>
<h1>Network in a box</h1>
<p role="status">${escaped(news)}</p>
${buttons.join('\n')}
</html>`);
}
