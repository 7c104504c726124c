import { isAddress } from '#api/graphql/schema/texts.ts';
import { Invalid } from '#api/lib/errors.ts';
import { cleaned } from '#api/lib/plain-text.ts';
import { normalEmail } from '../users/user.entity.ts';
import {
  eventNamed,
  isMasked,
  webhookEvents,
  type ChannelConfig,
  type ChannelType,
  type WebhookEvent,
} from './channel-config.ts';

type Given = Record<string, unknown>;

/** Maximum recipients of a channel. Each gets a separate email. */
const mostRecipients = 50;

/** Maximum length of an email address (RFC 5321) and of a URL. */
const longestMailbox = 254;
const longestAddress = 2048;

/** Documented message (specification 1, section 5). */
const unfilled = 'Please fill in all required fields';

interface Wish {
  type: ChannelType;
  given: Given;
  stored: ChannelConfig;
  /** If true, every field is required. */
  isActive: boolean;
  /** The normalized URL, or what is wrong with it. */
  readAddress: (address: string) => { url: string } | { problem: string };
}

/** Configuration of a channel. Omitted fields keep their value. @throws Invalid */
export function channelConfig({ type, given, stored, isActive, readAddress }: Wish): ChannelConfig {
  if (type === 'email') {
    const recipients = recipientsOf(given) ?? stored.recipients ?? [];
    if (isActive && recipients.length === 0) throw new Invalid({ recipients: unfilled });
    return { ...stored, recipients };
  }
  const chosen = type === 'webhook' ? { events: eventsOf(given, stored), ...pingsOf(given) } : {};
  const address = addressOf(given);
  if (address === undefined) {
    if (isActive && !stored.webhookUrl) throw new Invalid({ webhookUrl: unfilled });
    return { ...stored, ...chosen };
  }
  const read = readAddress(address);
  if ('problem' in read) throw new Invalid({ webhookUrl: read.problem });
  return { ...stored, ...chosen, webhookUrl: read.url };
}

/** Requested active state, or undefined if none is given. @throws Invalid */
export function wantedActiveState(isActive: boolean | undefined, given: Given): boolean | undefined {
  const enabled = own(given, 'enabled');
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw new Invalid({ enabled: 'Enabled must be true or false' });
  if (isActive === undefined) return enabled;
  return isActive && enabled !== false;
}

/** An own property of the input, not an inherited one. `null` counts as missing. */
export function own(given: Given, name: string): unknown {
  return Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
}

/** Undefined keeps the stored URL. */
function addressOf(given: Given): string | undefined {
  const address = own(given, 'webhookUrl') ?? '';
  if (typeof address !== 'string') throw new Invalid({ webhookUrl: 'The webhook URL must be text' });
  const trimmed = address.trim();
  if (trimmed === '' || isMasked(trimmed)) return undefined;
  if (trimmed.length > longestAddress)
    throw new Invalid({ webhookUrl: `The webhook URL must be ${longestAddress} characters or less` });
  return trimmed;
}

/** The documented calls name the field in several ways. Undefined keeps the stored recipients. */
function recipientsOf(given: Given): string[] | undefined {
  const value = own(given, 'recipients') ?? own(given, 'emailRecipients') ?? own(given, 'email');
  if (value === undefined) return undefined;
  const lines = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string'))
    throw new Invalid({ recipients: 'Recipients must be a list of email addresses' });
  // No email address contains any of these separators.
  const parts = lines.flatMap((line) => line.split(/[\s,;]+/)).map(normalEmail);
  const addresses = [...new Set(parts.filter((part) => part !== ''))];
  const wrong = addresses.filter((address) => address.length > longestMailbox || !isAddress(address));
  if (wrong.length > 0) throw new Invalid({ recipients: wrongSentence(wrong) });
  if (addresses.length > mostRecipients)
    throw new Invalid({ recipients: `A channel can have ${mostRecipients} recipients at most` });
  return addresses;
}

/** Events of a webhook. Naming all of them means all, including future ones. */
function eventsOf(given: Given, { events }: ChannelConfig): WebhookEvent[] | undefined {
  const value = own(given, 'events');
  if (value === undefined) return events;
  const names = Array.isArray(value) ? value.map(eventNamed) : [undefined];
  if (!names.every((name) => name !== undefined))
    throw new Invalid({ events: `Events must be a list of ${webhookEvents.join(', ')}` });
  if (names.length === 0) throw new Invalid({ events: 'Choose at least one event' });
  const chosen = webhookEvents.filter((event) => names.includes(event));
  return chosen.length === webhookEvents.length ? undefined : chosen;
}

/** Omitted, the stored setting stays. */
function pingsOf(given: Given): Pick<ChannelConfig, 'pings'> {
  const pings = own(given, 'pings');
  if (pings === undefined) return {};
  if (typeof pings !== 'boolean') throw new Invalid({ pings: 'Pings must be true or false' });
  return { pings };
}

/** Lists the invalid addresses, or the first of very many. */
function wrongSentence(wrong: readonly string[]): string {
  const named = wrong.slice(0, 5).map((address) => cleaned(address, 80));
  const more = wrong.length - named.length;
  const list = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return wrong.length === 1
    ? `Please enter a valid email address: ${list}`
    : `Please enter valid email addresses: ${list}`;
}

/** Where to find the right URL. */
const howTo: Record<string, string> = {
  slack: 'In Slack, add an incoming webhook to the channel and paste its URL.',
  teams:
    'In Teams, open Workflows, choose "Post to a channel when a webhook request is received" and paste the URL that it shows.',
  discord: 'In Discord, open Edit Channel, Integrations, Webhooks, and choose Copy Webhook URL.',
};

const discordHost = /^(?:ptb\.|canary\.)?discord(?:app)?\.com$/;
const slackHost = /(?:^|\.)slack(?:-gov)?\.com$/;
const slackHook = /^hooks\.slack(?:-gov)?\.com$/;
/** Office 365 connectors: Microsoft ended them in 2026. */
const connectorHost = /(?:^|\.)webhook\.office\.com$|^outlook\.office(?:365)?\.com$/;
/** Host of flows until November 2025. */
const formerFlowHost = /(?:^|\.)logic\.azure\.com$/;
const flowHost = /(?:^|\.)(?:powerplatform|logic\.azure|webhook\.office|powerautomate)\.com$/;

/**
 * Explains what is wrong with a URL for this channel type, or returns undefined. Only checks URLs on the
 * services' own hosts, because other hosts may speak the same format. Whether a URL may be called at all is
 * decided elsewhere.
 */
export function addressProblem(channel: string, given: string): string | undefined {
  const url = URL.parse(normalAddress(channel, given));
  if (!url) return undefined;
  const owner = ownerOf(url.hostname);
  if (owner && Object.hasOwn(howTo, channel) && owner.channel !== channel)
    return `This is a ${owner.name} URL. ${howTo[channel]}`;
  if (channel === 'slack') return slackProblem(url);
  if (channel === 'teams') return teamsProblem(url);
  if (channel === 'discord') return discordProblem(url);
  return undefined;
}

function ownerOf(host: string): { channel: string; name: string } | undefined {
  if (slackHost.test(host)) return { channel: 'slack', name: 'Slack' };
  if (discordHost.test(host)) return { channel: 'discord', name: 'Discord' };
  return connectorHost.test(host) || flowHost.test(host)
    ? { channel: 'teams', name: 'Microsoft Teams' }
    : undefined;
}

function slackProblem({ hostname, pathname }: URL): string | undefined {
  if (!slackHost.test(hostname)) return undefined;
  if (slackHook.test(hostname) && /^\/(?:triggers|workflows)\//.test(pathname))
    return `This URL starts a workflow, which can't receive messages. ${howTo.slack}`;
  const isHook = slackHook.test(hostname) && /^\/services\/T\w+\/B\w+\/\w+$/.test(pathname);
  return isHook ? undefined : `This isn't the full URL of a Slack webhook. ${howTo.slack}`;
}

function teamsProblem({ hostname, searchParams }: URL): string | undefined {
  if (connectorHost.test(hostname))
    return `Microsoft no longer supports this kind of URL (Office 365 connectors). ${howTo.teams}`;
  if (formerFlowHost.test(hostname))
    return 'URLs on logic.azure.com stopped working in November 2025. Open the flow in Workflows, then copy and paste its new URL.';
  if (flowHost.test(hostname) && !searchParams.get('sig'))
    return 'The end of the URL is missing. It contains a signature (sig=…). Copy the full URL from Workflows.';
  return undefined;
}

function discordProblem({ hostname, pathname }: URL): string | undefined {
  if (!discordHost.test(hostname) || discordPath.test(pathname)) return undefined;
  return `This isn't the full URL of a Discord webhook. ${howTo.discord}`;
}

const slackPath = /^\/services\/T\w+\/B\w+\/[\w-]+$/;

/** Whether a URL has the form of the service's own webhooks. Services with the same message format have others. */
export function isOwnWebhook(channel: 'slack' | 'discord', address: string): boolean {
  const path = URL.parse(address)?.pathname ?? '';
  return (channel === 'slack' ? slackPath : discordPath).test(path);
}

/** Also with the suffixes for other services' formats. */
const discordPath = /^\/api\/(?:v\d+\/)?webhooks\/(\d+)\/([\w-]+)(?:\/(?:slack|github))?\/?$/;

/**
 * Normalizes a URL: trims it, moves Discord URLs to the current host and API version with only `thread_id`,
 * and fixes `&amp;` in Teams URLs copied from a page. Everything else stays byte for byte, because it may be
 * signed.
 */
export function normalAddress(channel: string, given: string): string {
  const address = given.trim();
  if (channel === 'teams') return address.replaceAll('&amp;', '&');
  const url = channel === 'discord' ? URL.parse(address) : null;
  const [, id, token] = discordPath.exec(url?.pathname ?? '') ?? [];
  if (!url || !id || !token) return address;
  if (discordHost.test(url.hostname)) url.hostname = 'discord.com';
  url.pathname = `/api/v10/webhooks/${id}/${token}`;
  const thread = url.searchParams.get('thread_id');
  url.search = thread ? new URLSearchParams({ thread_id: thread }).toString() : '';
  url.hash = '';
  return url.href;
}
