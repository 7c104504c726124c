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

/** Addresses of one channel: each gets a mail of its own. */
const mostRecipients = 50;

/** Characters of a mailbox's address (RFC 5321) and of one to post to. */
const longestMailbox = 254;
const longestAddress = 2048;

/** The documented sentence (specification 1, section 5). */
const unfilled = 'Please fill in all required fields';

interface Wish {
  type: ChannelType;
  given: Given;
  stored: ChannelConfig;
  /** Then every field must be filled. */
  isActive: boolean;
  /** The address as it is called, or what is wrong with it, in a sentence. */
  readAddress: (address: string) => { url: string } | { problem: string };
}

/** The configuration that a channel gets; what is not given stays. @throws Invalid */
export function channelConfig({ type, given, stored, isActive, readAddress }: Wish): ChannelConfig {
  if (type === 'email') {
    const recipients = recipientsOf(given) ?? stored.recipients ?? [];
    if (isActive && recipients.length === 0) throw new Invalid({ recipients: unfilled });
    return { ...stored, recipients };
  }
  const chosen = type === 'webhook' ? { events: eventsOf(given, stored) } : {};
  const address = addressOf(given);
  if (address === undefined) {
    if (isActive && !stored.webhookUrl) throw new Invalid({ webhookUrl: unfilled });
    return { ...stored, ...chosen };
  }
  const read = readAddress(address);
  if ('problem' in read) throw new Invalid({ webhookUrl: read.problem });
  return { ...stored, ...chosen, webhookUrl: read.url };
}

/** Whether it is to be active; undefined where nothing says so. @throws Invalid */
export function wantedActiveState(isActive: boolean | undefined, given: Given): boolean | undefined {
  const enabled = own(given, 'enabled');
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw new Invalid({ enabled: 'Enabled must be true or false' });
  if (isActive === undefined) return enabled;
  return isActive && enabled !== false;
}

/** What was sent under a name, and nothing that objects have by themselves. Null is nothing. */
export function own(given: Given, name: string): unknown {
  return Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
}

/** Undefined where the stored one is to stay. */
function addressOf(given: Given): string | undefined {
  const address = own(given, 'webhookUrl') ?? '';
  if (typeof address !== 'string') throw new Invalid({ webhookUrl: 'The webhook URL must be text' });
  const trimmed = address.trim();
  if (trimmed === '' || isMasked(trimmed)) return undefined;
  if (trimmed.length > longestAddress)
    throw new Invalid({ webhookUrl: `The webhook URL must be ${longestAddress} characters or less` });
  return trimmed;
}

/** The documents name the field in several ways. Undefined where the stored ones are to stay. */
function recipientsOf(given: Given): string[] | undefined {
  const value = own(given, 'recipients') ?? own(given, 'emailRecipients') ?? own(given, 'email');
  if (value === undefined) return undefined;
  const lines = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string'))
    throw new Invalid({ recipients: 'Recipients must be a list of email addresses' });
  // No address has any of these, however people part them.
  const parts = lines.flatMap((line) => line.split(/[\s,;]+/)).map(normalEmail);
  const addresses = [...new Set(parts.filter((part) => part !== ''))];
  const wrong = addresses.filter((address) => address.length > longestMailbox || !isAddress(address));
  if (wrong.length > 0) throw new Invalid({ recipients: wrongSentence(wrong) });
  if (addresses.length > mostRecipients)
    throw new Invalid({ recipients: `A channel can have ${mostRecipients} recipients at most` });
  return addresses;
}

/** What a webhook is told. Whoever names everything there is wants what will be added, too. */
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

/** Names the wrong ones; of very many, the first. */
function wrongSentence(wrong: readonly string[]): string {
  const named = wrong.slice(0, 5).map((address) => cleaned(address, 80));
  const more = wrong.length - named.length;
  const list = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return wrong.length === 1
    ? `Please enter a valid email address: ${list}`
    : `Please enter valid email addresses: ${list}`;
}

/** Where the address to copy is found, for whoever pasted something else. */
const howTo: Record<string, string> = {
  slack: 'In Slack, add an incoming webhook to the channel and paste its address.',
  teams:
    'In Teams, open Workflows, choose "Post to a channel when a webhook request is received" and paste the address that it gives.',
  discord: 'In Discord, open Edit Channel, Integrations, Webhooks, and choose Copy Webhook URL.',
};

const discordHost = /^(?:ptb\.|canary\.)?discord(?:app)?\.com$/;
const slackHost = /(?:^|\.)slack(?:-gov)?\.com$/;
const slackHook = /^hooks\.slack(?:-gov)?\.com$/;
/** Office 365 connectors: Microsoft ended them in 2026. */
const connectorHost = /(?:^|\.)webhook\.office\.com$|^outlook\.office(?:365)?\.com$/;
/** Where flows lived until November 2025. */
const formerFlowHost = /(?:^|\.)logic\.azure\.com$/;
const flowHost = /(?:^|\.)(?:powerplatform|logic\.azure|webhook\.office|powerautomate)\.com$/;

/**
 * What is wrong with an address for this kind of channel, in a sentence that says what to do; undefined where nothing
 * is known against it. Only addresses at the services' own hosts are judged: other hosts may speak the same format.
 * Whether an address may be called at all is not judged here.
 */
export function addressProblem(channel: string, given: string): string | undefined {
  const url = URL.parse(normalAddress(channel, given));
  if (!url) return undefined;
  const owner = ownerOf(url.hostname);
  if (owner && Object.hasOwn(howTo, channel) && owner.channel !== channel)
    return `This is an address of ${owner.name}. ${howTo[channel]}`;
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
    return `This starts a workflow, which takes no messages. ${howTo.slack}`;
  const isHook = slackHook.test(hostname) && /^\/services\/T\w+\/B\w+\/\w+$/.test(pathname);
  return isHook ? undefined : `This is not the whole address of a Slack webhook. ${howTo.slack}`;
}

function teamsProblem({ hostname, searchParams }: URL): string | undefined {
  if (connectorHost.test(hostname))
    return `Microsoft has ended this kind of address (Office 365 connectors). ${howTo.teams}`;
  if (formerFlowHost.test(hostname))
    return 'Addresses at logic.azure.com stopped working in November 2025. Open the flow in Workflows, copy its new address and paste it.';
  if (flowHost.test(hostname) && !searchParams.get('sig'))
    return 'The end of the address is missing: it carries a signature (sig=…). Copy the whole address from Workflows.';
  return undefined;
}

function discordProblem({ hostname, pathname }: URL): string | undefined {
  if (!discordHost.test(hostname) || discordPath.test(pathname)) return undefined;
  return `This is not the whole address of a Discord webhook. ${howTo.discord}`;
}

/** Also with the suffixes that make Discord take other services' formats. */
const discordPath = /^\/api\/(?:v\d+\/)?webhooks\/(\d+)\/([\w-]+)(?:\/(?:slack|github))?\/?$/;

/**
 * An address as it is called: without blanks around it, for Discord at its present host and version with nothing but
 * `thread_id`, for Teams without what a copy from a page did to its `&`. Anything else stays byte for byte: it is signed.
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
