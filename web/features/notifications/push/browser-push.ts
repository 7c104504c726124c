// Push notifications as this browser sees them: whether it can, whether it may, and its subscription.
import type { ApolloClient } from '@apollo/client';
import type { PushSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { readFragment } from '#web/gql/index.ts';
import { registerWorker } from '#web/lib/service-worker.ts';
import { browserSubscription, pushHere, setPushHere } from '#web/lib/this-device.ts';
import { PushSettingsFields, SubscribeToPush } from './push.gql.ts';

/** Why push notifications can't be turned on here. */
export type PushObstacle = 'unsupported' | 'home-screen' | 'denied';

/** Undefined if they can. */
export function pushObstacle(): PushObstacle | undefined {
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isPossible || !window.isSecureContext)
    return isApple() && !isInstalled() ? 'home-screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

/** Whether it's an iPhone or iPad, which offer push to installed apps only. An iPad calls itself a Mac with a touchscreen. */
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** The person or the browser refused. */
export class PermissionRefused extends Error {}

/**
 * Asks for permission, subscribes the browser, and registers it with the team. Call it from a click, because browsers don't
 * ask otherwise.
 * @throws PermissionRefused, or the error of the browser or the server
 */
export async function turnOnPush(
  client: ApolloClient,
  { publicKey, person, team }: { publicKey: string; person: string; team: string },
): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PermissionRefused();
  await registerWorker();
  await navigator.serviceWorker.ready;
  await registerHere(client, { publicKey, person, team });
}

/**
 * Registers this browser with the team, or confirms it, and remembers that it is.
 * @param headers of the request
 */
export async function registerHere(
  client: ApolloClient,
  { publicKey, person, team }: { publicKey: string; person: string; team: string },
  headers: Record<string, string> = {},
): Promise<void> {
  const subscription = await subscribed(publicKey);
  const { endpoint, keys } = subscription.toJSON();
  const input = { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
  const { data } = await client.mutate({
    mutation: SubscribeToPush,
    variables: { input },
    context: { headers },
  });
  if (!data) return;
  const { severities } = readFragment(PushSettingsFields, data.subscribeToPush);
  const before = pushHere();
  const teams = before?.person === person ? before.teams : {};
  setPushHere({ person, severities, teams: { ...teams, [team]: await hashOf(subscription) } });
}

/** The browser's subscription with this key. One for an earlier key is replaced, because it no longer works. */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.ready;
  const known = await browserSubscription();
  const key = bytesOf(publicKey);
  if (known && isSame(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && new Uint8Array(one).join() === other.join();

/** As the server identifies this browser. Undefined if it has no subscription. */
export async function hashHere(): Promise<string | undefined> {
  const subscription = await browserSubscription();
  return subscription && hashOf(subscription);
}

async function hashOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** After it was removed from one team. The browser keeps its subscription while another team sends here. */
export async function leaveTeamHere(team: string): Promise<void> {
  const here = pushHere();
  if (!here) return;
  const { [team]: _, ...teams } = here.teams;
  const isLast = Object.keys(teams).length === 0;
  setPushHere(isLast ? undefined : { ...here, teams });
  if (isLast) await browserSubscription().then((subscription) => subscription?.unsubscribe());
}

/** Severities that arrive as push notifications in this browser, so that nothing else has to show them here. */
export function pushedSeverities(team: string | undefined): readonly string[] {
  const here = pushHere();
  const isOn = team !== undefined && here?.teams[team] !== undefined && Notification.permission === 'granted';
  return isOn ? here.severities : [];
}

/** Keeps what this browser receives up to date after a change of the preferences. */
export function noteSeverities({ severities }: Pick<PushSettingsFieldsFragment, 'severities'>): void {
  const here = pushHere();
  if (here) setPushHere({ ...here, severities });
}
