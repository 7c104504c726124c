import { isIP } from 'node:net';

/**
 * Validation of one variable. `parse` returns undefined for an invalid text, and `says` completes "it must be
 * …".
 */
export interface Rule<T> {
  parse(given: string): T | undefined;
  expected: string;
  /** Its value is never repeated, even if it is invalid. */
  secret?: boolean;
}

export const text: Rule<string> = { parse: (given) => given, expected: 'a text' };

export const flag: Rule<boolean> = {
  parse: (given) => ({ 1: true, true: true, 0: false, false: false })[given.toLowerCase()],
  expected: '1 or 0',
};

export const email: Rule<string> = {
  parse: (given) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given) ? given.toLowerCase() : undefined),
  expected: 'an email address',
};

/** An origin, returned without a trailing slash, because links append a path to it. */
export const origin: Rule<string> = {
  parse: (given) => {
    const url = URL.parse(given);
    const bare = url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username;
    return bare && /^https?:$/.test(url.protocol) ? url.origin : undefined;
  },
  expected: 'an origin such as https://alerts.example.com, without a path',
};

export const addressRanges: Rule<string[]> = {
  parse: (given) => {
    const ranges = commaSeparated(given);
    return ranges.every(isRange) ? ranges : undefined;
  },
  expected: 'a comma-separated list of addresses or ranges such as 10.0.0.0/8,::1',
};

export function wholeNumber(least: number, most: number): Rule<number> {
  return {
    parse: (given) => {
      const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
    expected: `a whole number from ${least} to ${most}`,
  };
}

export function oneOf<T extends string>(values: readonly T[]): Rule<T> {
  return {
    parse: (given) => values.find((value) => value === given),
    expected: `one of ${values.join(', ')}`,
  };
}

/** A vendor's URL, returned without a trailing slash. */
export const vendorUrl: Rule<string> = {
  parse: (given) =>
    /^https?:$/.test(URL.parse(given)?.protocol ?? '') ? given.replace(/\/+$/, '') : undefined,
  expected: 'an address that begins with https:// or http://',
};

/** Given instead of a URL for the bundled PostgreSQL. */
export const embedded = 'embedded';

/** The URL of one of our servers, like `example`. It may contain a password. */
function serverUrl(example: string, ...protocols: string[]): Rule<string> {
  return {
    parse(given) {
      const url = URL.parse(given);
      const isRight = url && protocols.includes(url.protocol) && isEncoded(url.username + url.password);
      return isRight ? given : undefined;
    },
    // Generated passwords often contain # or /, which makes the URL invalid without any other error.
    expected: `an address such as ${example}, with special characters in its password percent-encoded`,
    secret: true,
  };
}

const postgresUrl = serverUrl('postgres://user:password@host:5432/database', 'postgres:', 'postgresql:');

export const databaseOwnerUrl = postgresUrl;

export const redisUrl = serverUrl('redis://:password@host:6379', 'redis:', 'rediss:');

export const smtpUrl = serverUrl('smtp://user:password@host:587', 'smtp:', 'smtps:');

export const databaseUrl: Rule<string> = {
  ...postgresUrl,
  parse: (given) => (given === embedded ? given : postgresUrl.parse(given)),
  expected: `"${embedded}", or ${postgresUrl.expected}`,
};

export function password(least: number): Rule<string> {
  return {
    parse: (given) => (given.length >= least ? given : undefined),
    expected: `at least ${least} characters`,
    secret: true,
  };
}

export function secrets(least: number): Rule<string[]> {
  // Old secrets may be shorter than today's minimum, and are still needed to rotate what they encrypted.
  const leastEver = 16;
  return {
    parse: (given) => {
      const list = commaSeparated(given);
      const isLongEnough = (secret: string, nth: number) => secret.length >= (nth === 0 ? least : leastEver);
      return list.length > 0 && list.every(isLongEnough) ? list : undefined;
    },
    expected: `a random text of at least ${least} characters, optionally followed by older secrets, separated by commas`,
    secret: true,
  };
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const commaSeparated = (given: string) =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function isRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
