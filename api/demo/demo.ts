import { type Config, sendgridCloud, stripeCloud, unifiCloud } from '#api/config/config.ts';
import { addFleetClients } from './halopsa/world.ts';
import { demoKeys, demoNetwork } from './unifi/network-demo.ts';
import { fleetKeys, FleetWeather } from './unifi/network-fleet.ts';
import { liveNetwork } from './unifi/network-live.ts';
import { startStandIns, type Box } from './stand-ins.ts';
import { startUnifi } from './unifi/unifi.ts';

export { registerMessages } from './chat/messages.ts';
export { seedDemo } from './seed/seed.ts';
export { subscribeDemoTeams } from './seed/billing.ts';
export { registerNetwork } from './unifi/network.routes.ts';
export { registerStripe, stripeScript } from './stripe/demo.routes.ts';

/** Milliseconds between two steps of the simulation. */
const tick = 1000;

/**
 * Starts the simulated network, and stand-ins for the services that notifications go to. If the operator
 * configures a different UniFi URL, it is used and there is no simulated network. The same applies to
 * SendGrid and Stripe.
 */
export async function startBox({ unifiApiUrl, dataDir, ...config }: Config): Promise<Box> {
  const standIns = await startStandIns(dataDir, { sells: config.stripeApiUrl === stripeCloud });
  const stripeApiUrl = standIns.stripe?.url ?? config.stripeApiUrl;
  const sendgridApiUrl =
    config.sendgridApiUrl === sendgridCloud ? standIns.sendgrid.url : config.sendgridApiUrl;
  const close = () => standIns.close();
  if (unifiApiUrl !== unifiCloud) return { unifiApiUrl, sendgridApiUrl, stripeApiUrl, standIns, close };
  const network = demoNetwork(Date.now, config.demoFleet ? fleetKeys() : []);
  const weather = config.demoFleet ? new FleetWeather(network) : undefined;
  if (weather) addFleetClients(standIns.halopsa.world);
  liveNetwork(network, { isStill: (console) => weather?.owns(console) ?? false });
  const unifi = await startUnifi({ network, tick });
  return {
    unifiApiUrl: unifi.url,
    sendgridApiUrl,
    stripeApiUrl,
    network,
    weather,
    keys: demoKeys,
    standIns,
    close: async () => void (await Promise.all([unifi.close(), standIns.close()])),
  };
}
