import type { LucideIcon } from 'lucide-react';

/** The kinds of results, in display order among equally good ones. */
export const kinds = [
  'Screens',
  'Actions',
  'Settings',
  'Controllers',
  'Devices',
  'Alerts',
  'Alert rules',
  'Team members',
  'Users',
] as const;
export type Kind = (typeof kinds)[number];

/** A place to go or an action to run. */
export type Entry = {
  kind: Kind;
  label: string;
  /** Shown beside the label, e.g. the screen of a setting. */
  hint?: string;
  /** Synonyms that match but are not shown. */
  words?: string;
  Icon?: LucideIcon;
} & ({ to: string } | { run: () => void });

/** Results per kind. To see others, people type more. */
const MOST = 6;

/** Entries that contain every word: the best of each kind, the kind with the best one first. For a blank search the screens and actions. */
export function found(entries: readonly Entry[], typed: string): Entry[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.filter(({ kind }) => kind === 'Screens' || kind === 'Actions');
  const scored = entries
    .map((entry) => ({ entry, score: Math.min(...words.map((word) => bestScore(entry, word))) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return kinds
    .map((kind) => scored.filter(({ entry }) => entry.kind === kind).slice(0, MOST))
    .toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))
    .flatMap((group) => group.map(({ entry }) => entry));
}

/** What a match counts that needed the singular of the typed word. */
const SINGULAR = 0.6;

const bestScore = (entry: Entry, word: string): number =>
  Math.max(scoreOf(entry, word), ...singularsOf(word).map((singular) => SINGULAR * scoreOf(entry, singular)));

/** 4: the label begins with the word. 3: a word of the label does. 2: the label contains it. 1: a hint or synonym does. */
function scoreOf({ label, hint = '', words = '' }: Entry, word: string): number {
  const name = folded(label);
  if (name.startsWith(word)) return 4;
  if (beginsIn(name, word)) return 3;
  if (name.includes(word)) return 2;
  return beginsIn(folded(`${hint} ${words}`), word) ? 1 : 0;
}

/** "users" → "user", "policies" → "policy", "addresses" → "address". */
function singularsOf(word: string): string[] {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`];
  return word.endsWith('es') ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)];
}

const beginsIn = (text: string, word: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));

/** Capitals and accents do not matter. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
