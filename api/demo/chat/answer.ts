/** A parsed JSON object. */
export type Json = Record<string, unknown>;

/** A call that arrived at the stand-in. */
export interface ChatRequest {
  /** Unix milliseconds. */
  at: number;
  method: string;
  /** As sent, including the query. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Response status. Absent if the connection was reset or left hanging. */
  status?: number;
  /** What the service wouldn't report to the caller, such as a flow that failed after its 202. */
  note?: string;
}

/** A message as people would see it there now. */
export interface ChatMessage {
  id: string;
  service: 'slack' | 'teams' | 'discord' | 'webhook';
  /** The channel name in its URL. */
  name: string;
  at: Date;
  /** When it was last edited (Discord). */
  editedAt?: Date;
  body: Json;
  /** For generic webhooks: the receiver's verdict on the signature. */
  signature?: Verdict;
}

/** `unknown`: signed with a secret that the receiver doesn't have. */
export type Verdict = 'valid' | 'invalid' | 'missing' | 'unknown';

/** A service's response, and the message it shows or changes. */
export interface ChatAnswer {
  status: number;
  /** Objects are sent as JSON, text unchanged. */
  body?: Json | string;
  headers?: Record<string, string>;
  shows?: Omit<ChatMessage, 'id' | 'at' | 'name' | 'service'> & { id?: string };
  edits?: { message: ChatMessage; body: Json };
  note?: string;
}

/** A parsed call to one service. */
export interface ChatAsk {
  request: ChatRequest;
  url: URL;
  /** Name of the destination within the service. */
  name: string;
  /** A message in this destination. */
  find(id: string): ChatMessage | undefined;
  /** Unix milliseconds. */
  now: number;
}

/** One type of service: which URLs belong to it, and how it responds. */
export interface ChatService {
  service: ChatMessage['service'];
  /** The URL to post to. */
  urlOf(base: string, name: string): string;
  /** The channel name in a path. Undefined for another service's path. */
  nameIn(path: string): string | undefined;
  answer(ask: ChatAsk): ChatAnswer;
  /** Its usual response with this status. */
  usual(status: number): ChatAnswer;
}

/** Parses a JSON object. Undefined for anything else. */
export function objectIn(body: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list. Empty if it isn't a list. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A rate limit per destination: a burst of `size`, and one more every `refillMs`. */
export class Bucket {
  private readonly taken = new Map<string, number[]>();

  constructor(readonly options: { size: number; refillMs: number }) {}

  /**
   * Counts a call.
   * @returns milliseconds to wait, or 0 if it may pass
   */
  take(name: string, now: number): number {
    const { size, refillMs } = this.options;
    const window = size * refillMs;
    const recent = (this.taken.get(name) ?? []).filter((at) => at > now - window);
    const [oldest] = recent;
    const full = recent.length >= size && oldest !== undefined;
    if (!full) recent.push(now);
    this.taken.set(name, recent);
    return full ? oldest + window - now : 0;
  }

  /** How many more may pass now, and milliseconds until the bucket is full. */
  left(name: string, now: number): { remaining: number; resetMs: number } {
    const { size, refillMs } = this.options;
    const recent = (this.taken.get(name) ?? []).filter((at) => at > now - size * refillMs);
    const newest = recent.at(-1);
    return {
      remaining: size - recent.length,
      resetMs: newest === undefined ? 0 : newest + size * refillMs - now,
    };
  }
}
