import { Invalid } from '#api/lib/errors.ts';
import { cleaned } from '#api/lib/plain-text.ts';
import { isAddress } from '#api/graphql/schema/rules.ts';
import { normalEmail } from '../users/normal-email.ts';
import type { ChannelConfig, ChannelType } from './channel-config.ts';
import { isMasked } from './masks.ts';
import { eventNamed, webhookEvents, type WebhookEvent } from './webhook-events.ts';

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
export function activityOf(isActive: boolean | undefined, given: Given): boolean | undefined {
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
