import { createHash } from 'node:crypto';

/**
 * Identifiers in UniFi's formats, derived from a text, so that the same network has the same IDs in every
 * run.
 */

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

// Ubiquiti's registered MAC prefixes, so that addresses look authentic.
const prefixes = ['245A4C', '7483C2', '788A20', 'E063DA', 'D021F9', '602232', 'F492BF', '68D79A'];

/** A MAC in the cloud's format: 12 uppercase hex digits. */
export function macOf(text: string): string {
  const hex = digest(`mac ${text}`);
  return prefixes[parseInt(hex.slice(6, 8), 16) % prefixes.length] + hex.slice(0, 6).toUpperCase();
}

/** A MAC in the Integration API's format: lowercase with colons. */
export const withColons = (mac: string): string => mac.toLowerCase().match(/../g)?.join(':') ?? '';

/** A version 3 UUID, as UniFi derives IDs from names. */
export function uuidOf(text: string): string {
  const hex = digest(`uuid ${text}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `3${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** 24 lowercase hex digits, for IDs of sites and of Protect devices. */
export const objectIdOf = (text: string): string => digest(`object ${text}`).slice(0, 24);

/** Opaque lowercase hex of the given length, at most 64. */
export const hexOf = (text: string, length: number): string => digest(`hex ${text}`).slice(0, length);

/** A console's host ID: 60 hex digits that start with its MAC, a colon, and digits. */
export function hostIdOf(mac: string): string {
  const hex = digest(`host ${mac}`).toUpperCase();
  const part = (from: number) => `00000000${hex.slice(from, from + 8)}`;
  return `${mac}${part(0)}${part(8)}${part(16)}:${100_000_000 + (parseInt(hex.slice(24, 31), 16) % 1_900_000_000)}`;
}

/**
 * A number from 0 (inclusive) to 1 (exclusive) that only depends on the text. Cheap enough for every tick.
 */
export function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
