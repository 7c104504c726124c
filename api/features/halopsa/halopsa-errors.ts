import { cleaned } from '#api/lib/plain-text.ts';

/**
 * - `address`: nothing there that speaks as HaloPSA does
 * - `credentials`: the client ID, the secret, the scope or the rights are not enough
 * - `missing`: it has no such thing (any more)
 * - `foreign`: what it has there is not ours
 * - `refused`: it understood, and says no
 * - `throttled`: it, or our own pace, wants a pause
 * - `unavailable`: it did not answer, or says that it failed itself
 */
export type HalopsaProblem =
  'address' | 'credentials' | 'missing' | 'foreign' | 'refused' | 'throttled' | 'unavailable';

interface Circumstances {
  /** HTTP status, where there was an answer. */
  status?: number;
  /** A write may have been done all the same: look before it is tried again. */
  mayHaveHappened?: boolean;
  /** It said that it was done, and not what came of it: it is never tried again, only looked for. */
  wasTaken?: boolean;
  /** Milliseconds that it wants to be left alone. */
  waitMs?: number;
}

/** Characters of a message: an answer's own words, and ours around them. */
const longest = 1000;

/** Why HaloPSA did not do what it was asked for. Its message is for the team, and holds no secret. */
export class HalopsaError extends Error {
  override name = 'HalopsaError';
  readonly status?: number;
  readonly mayHaveHappened: boolean;
  readonly wasTaken: boolean;
  readonly waitMs?: number;

  constructor(
    readonly problem: HalopsaProblem,
    message: string,
    { status, wasTaken = false, mayHaveHappened = wasTaken, waitMs }: Circumstances = {},
  ) {
    super(cleaned(message, longest));
    this.status = status;
    this.mayHaveHappened = mayHaveHappened;
    this.wasTaken = wasTaken;
    this.waitMs = waitMs;
  }

  /** Whether the same request may do better by itself, later. */
  get passes(): boolean {
    return this.problem === 'throttled' || this.problem === 'unavailable';
  }

  /** Whether it says something about the connection and not about this one request. */
  get isOfConnection(): boolean {
    return !['refused', 'missing', 'foreign'].includes(this.problem);
  }
}

/** Characters of an answer that are kept for the team (HALOPSA.md, section 6). */
const kept = 300;

/** What an answer says, in whichever of the service's shapes it says it; undefined where it says nothing. */
export function sentenceOf(text: string): string | undefined {
  const body = parsed(text);
  const said = body === undefined ? plain(text) : typeof body === 'string' ? body : named(body);
  return cleaned(said ?? '', kept) || undefined;
}

function named(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const of = (name: string) => {
    const value = (body as Record<string, unknown>)[name];
    return typeof value === 'string' && value ? value : undefined;
  };
  return (
    of('errorMessage') ??
    of('Message') ??
    of('message') ??
    of('error_description') ??
    of('error') ??
    modelState(body) ??
    JSON.stringify(body)
  );
}

/** `{"[0].site_id": ["The value is not valid."]}` */
function modelState(body: object): string | undefined {
  const lines = Object.entries(body).flatMap(([field, said]) =>
    Array.isArray(said) ? [`${field.replace(/^\[0\]\./, '')}: ${said.join(' ')}`] : [],
  );
  return lines.join('; ') || undefined;
}

/** Web pages lose their tags: what is left is shown as text. */
function plain(text: string): string {
  return text.trimStart().startsWith('<')
    ? text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]{0,500}>/g, ' ')
    : text;
}

/** Undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
