/** A parsed JSON object. */
export type Json = Record<string, unknown>;

/** A call that arrived at the stand-in. */
export interface ChatRequest {
  /** Unix milliseconds. */
  at: number;
  method: string;
  /** With the query, as sent. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** What was answered; absent where the connection was broken or kept waiting. */
  status?: number;
  /** What the service wouldn't report to the caller, such as a flow that failed after its 202. */
  note?: string;
}

/** A message as people in that place would see it now. */
export interface ChatMessage {
  id: string;
  service: 'slack' | 'teams' | 'discord' | 'webhook';
  /** The name that its address was made with. */
  name: string;
  at: Date;
  /** When it was last edited (Discord). */
  editedAt?: Date;
  body: Json;
  /** For generic webhooks: the receiver's verdict on the signature. */
  signature?: Verdict;
}

/** `unknown`: signed, by a secret that the receiver was not given. */
export type Verdict = 'valid' | 'invalid' | 'missing' | 'unknown';

/** What a service answers, and what it shows or changes. */
export interface ChatAnswer {
  status: number;
  /** An object goes out as JSON, a text as it is. */
  body?: Json | string;
  headers?: Record<string, string>;
  shows?: Omit<ChatMessage, 'id' | 'at' | 'name' | 'service'> & { id?: string };
  edits?: { message: ChatMessage; body: Json };
  note?: string;
}

/** A call to one service, read. */
export interface ChatAsk {
  request: ChatRequest;
  url: URL;
  /** Of the destination within the service. */
  name: string;
  /** A message of this destination. */
  find(id: string): ChatMessage | undefined;
  /** Unix milliseconds. */
  now: number;
}

/** One kind of place: which addresses are its own, and what it answers. */
export interface ChatService {
  service: ChatMessage['service'];
  /** The address to post to. */
  urlOf(base: string, name: string): string;
  /** The channel name in a path. Undefined for another service's path. */
  nameIn(path: string): string | undefined;
  answer(ask: ChatAsk): ChatAnswer;
  /** What it answers with this status when it answers with nothing else. */
  usual(status: number): ChatAnswer;
}

/** The object that a body holds; undefined for anything else. */
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

/** The objects in a list; none where it is no list. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A rate limit per destination: so many at once, and one more every `refillMs`. */
export class Bucket {
  private readonly taken = new Map<string, number[]>();

  constructor(readonly options: { size: number; refillMs: number }) {}

  /** Counts a call. @returns milliseconds to wait, 0 when it may pass */
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

  /** How many more may pass now, and milliseconds until all may. */
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
