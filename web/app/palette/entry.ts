import type { IconComponent } from '#web/ui/icons.tsx';

/** The kinds of results, in display order among equally good ones. */
export const kinds = [
  'Screens',
  'Actions',
  'Views',
  'Settings',
  'Customers',
  'Sites',
  'Controllers',
  'Devices',
  'Alerts',
  'Alert rules',
  'Team members',
  'Quick actions',
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
  Icon?: IconComponent;
  /** Below others of its kind, unless its words are spelled out: people who type "switch" look for a switch. */
  isLast?: boolean;
} & ({ to: string } | { run: () => void; /** It opens a dialog in place of the palette. */ asks?: boolean });

/** Results per kind. To see others, people type more. */
const MOST = 6;

/** Entries that contain every word: the best of each kind, the kind with the best one first. For a blank search the screens and actions. */
export function found(entries: readonly Entry[], typed: string): Entry[] {
  if (typed.trim() === '') return entries.filter(({ kind }) => kind === 'Screens' || kind === 'Actions');
  return best(entries, typed, bestScore);
}

/** Entries with words like the typed ones, for when nothing contains those: "contoller" → "Controllers". */
export const similar = (entries: readonly Entry[], typed: string): Entry[] =>
  best(entries, typed, (entry, word) => Math.max(bestScore(entry, word), typoScore(entry, word)));

/**
 * Kinds of results that come before the server's: those with a screen or view whose label has every typed word, or with an
 * action typed in full. Others come after, so that "switch" and Enter open the switch that the server finds.
 */
export function leading(results: readonly Entry[], typed: string): Entry[] {
  const words = wordsOf(typed);
  const leads = (entry: Entry) =>
    entry.kind === 'Actions'
      ? isSpelledOut(entry, words)
      : (entry.kind === 'Screens' || entry.kind === 'Views') &&
        words.every((word) => [word, ...singularsOf(word)].some((one) => beginsIn(folded(entry.label), one)));
  const kindsThatLead = new Set(results.filter(leads).map(({ kind }) => kind));
  return results.filter(({ kind }) => kindsThatLead.has(kind));
}

/** Whether two or more whole words of an action were typed. */
function isSpelledOut({ label, words = '' }: Entry, typed: readonly string[]): boolean {
  const parts = new Set(partsOf(folded(`${label} ${words}`)));
  return (
    typed.length > 1 && typed.every((word) => [word, ...singularsOf(word)].some((one) => parts.has(one)))
  );
}

function best(
  entries: readonly Entry[],
  typed: string,
  score: (entry: Entry, word: string) => number,
): Entry[] {
  const words = wordsOf(typed);
  const scored = entries
    .map((entry) => ({ entry, score: Math.min(...words.map((word) => score(entry, word))) }))
    .filter(({ score }) => score > 0)
    .map(({ entry, score }) => ({ entry, score: entry.isLast && !isSpelledOut(entry, words) ? 0 : score }))
    .toSorted((a, b) => b.score - a.score);
  return kinds
    .map((kind) => scored.filter(({ entry }) => entry.kind === kind).slice(0, MOST))
    .toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))
    .flatMap((group) => group.map(({ entry }) => entry));
}

const wordsOf = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean);

/** Weight of a match that needed the singular of the typed word. */
const SINGULAR = 0.6;

const bestScore = (entry: Entry, word: string): number =>
  Math.max(
    scoreOf(entry, word),
    // "e-mail" → "email"
    scoreOf(entry, word.replaceAll('-', '') || word),
    ...singularsOf(word).map((singular) => SINGULAR * scoreOf(entry, singular)),
  );

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

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u);

const beginsIn = (text: string, word: string): boolean => partsOf(text).some((part) => part.startsWith(word));

/** Below an exact match: 0.5 for a word of the label, 0.25 for one of a hint or synonym. */
function typoScore({ label, hint = '', words = '' }: Entry, word: string): number {
  if (beginsLike(folded(label), word)) return 0.5;
  return beginsLike(folded(`${hint} ${words}`), word) ? 0.25 : 0;
}

/** Shorter words resemble too many others. */
const SHORTEST = 5;

/** Whether a word of the text begins like this one, with one letter wrong, missing, added or swapped. */
const beginsLike = (text: string, word: string): boolean =>
  word.length >= SHORTEST &&
  partsOf(text).some((part) =>
    [-1, 0, 1].some((more) => isOneEditAway(part.slice(0, word.length + more), word)),
  );

function isOneEditAway(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

/** Capitals and accents do not matter. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
