import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { startChat, type ChatStandIn } from './chat/chat.ts';
import { startPush, type PushStandIn } from './push/push.ts';
import { startHalopsa, type HalopsaStandIn } from './halopsa/halopsa.ts';
import { startSendGrid, type SendGridStandIn } from './sendgrid/sendgrid.ts';
import { startStripe, type StripeStandIn } from './stripe/stripe.ts';
import type { App } from '#api/config/app.ts';
import type { Network } from './unifi/network.ts';
import type { FleetWeather } from './unifi/network-fleet.ts';

/** Everything the demo runs besides its data. */
export interface Box {
  unifiApiUrl: string;
  sendgridApiUrl: string;
  stripeApiUrl: string;
  /** Absent if the operator configures a different UniFi URL. */
  network?: Network;
  /** Only with `DEMO_FLEET`. */
  weather?: FleetWeather;
  /** That network's API keys. */
  keys?: App['demoKeys'];
  standIns: StandIns;
  close(): Promise<void>;
}

/**
 * Stand-ins for notification services, whose URLs users enter, and for the platform's own email and payments.
 */
export interface StandIns {
  chat: ChatStandIn;
  halopsa: HalopsaStandIn;
  /** A push service with a phone. */
  push: PushStandIn;
  /** Receives the platform's email. Users don't enter its URL. */
  sendgrid: SendGridStandIn;
  /** Users don't enter its URL either. Absent if the operator configures a different Stripe. */
  stripe?: StripeStandIn;
  /**
   * Origins of the stand-ins that teams address, and of payment documents. Nothing else on the machine may be
   * reached.
   */
  origins: string[];
  /** Lost origins, mapped to their replacements. */
  moved: Map<string, string>;
  close(): Promise<void>;
}

type Ports = { chat?: number; halopsa?: number; push?: number; stripe?: number };

/** Starts them on their previous ports, so that saved URLs still work. */
export async function startStandIns(dataDir: string, { sells }: { sells: boolean }): Promise<StandIns> {
  const file = path.join(dataDir, 'stand-ins.json');
  const before = readPorts(file);
  const chat = await startChat({ port: await stillFree(before.chat) });
  const halopsa = await startHalopsa({
    port: await stillFree(before.halopsa),
    firstTicket: numberOfNow(),
  });
  const push = await startPush({ port: await stillFree(before.push) });
  const sendgrid = await startSendGrid();
  const stripe = sells
    ? await startStripe({
        port: await stillFree(before.stripe),
        // Its customers are kept as long as ours.
        file: path.join(dataDir, 'stripe-stand-in.json'),
      })
    : undefined;
  const now = {
    chat: portOf(chat.url),
    halopsa: portOf(halopsa.url),
    push: portOf(push.url),
    stripe: stripe ? portOf(stripe.url) : before.stripe,
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(now));
  const moved = [
    [before.chat, chat.url],
    [before.halopsa, halopsa.url],
    [before.push, push.url],
  ] as const;
  return {
    chat,
    halopsa,
    push,
    sendgrid,
    stripe,
    origins: [chat.url, halopsa.url, push.url, ...(stripe ? [stripe.url] : [])],
    moved: new Map(moved.flatMap(([port, url]) => (port && port !== portOf(url) ? [[at(port), url]] : []))),
    close: async () =>
      void (await Promise.all([chat, halopsa, push, sendgrid, stripe].map((one) => one?.close()))),
  };
}

/**
 * The first ticket number, in seconds since 2026. Tickets are lost when the stand-in stops, and this keeps
 * numbers from repeating.
 */
function numberOfNow(): number {
  return Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1000);
}

function readPorts(file: string): Ports {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Ports;
  } catch {
    return {};
  }
}

/** The port if it is still free, otherwise 0, which means any. */
async function stillFree(port = 0): Promise<number> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((closed) => probe.close(closed));
  return free ? port : 0;
}

const at = (port: number) => `http://127.0.0.1:${port}`;
const portOf = (url: string) => Number(new URL(url).port);
