import type { LucideIcon } from 'lucide-react';

/** The kinds of things that are found, in the order in which they stand. */
export const kinds = ['Screens', 'Settings', 'Controllers', 'Alert rules', 'Customers'] as const;
export type Kind = (typeof kinds)[number];

/** Somewhere to go. */
export type Entry = {
  kind: Kind;
  label: string;
  to: string;
  /** Beside the label: which screen, whose address. */
  hint?: string;
  /** What it is looked for by besides, and which is not shown. */
  words?: string;
  Icon?: LucideIcon;
};

/** Of one kind at once: who looks for more types more. */
const MOST = 6;

/** Those that have every word somewhere, of each kind the best first; of nothing typed the screens. */
export function found(entries: readonly Entry[], typed: string): Entry[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.filter(({ kind }) => kind === 'Screens');
  const scored = entries
    .map((entry) => ({ entry, score: Math.min(...words.map((word) => scoreOf(entry, word))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return kinds.flatMap((kind) =>
    scored
      .filter(({ entry }) => entry.kind === kind)
      .slice(0, MOST)
      .map(({ entry }) => entry),
  );
}

/** 4 where the label begins with the word, 3 where a word of it does, 2 where it stands in it, 1 where it is called so. */
function scoreOf({ label, hint = '', words = '' }: Entry, word: string): number {
  const name = folded(label);
  if (name.startsWith(word)) return 4;
  if (beginsIn(name, word)) return 3;
  if (name.includes(word)) return 2;
  return beginsIn(folded(`${hint} ${words}`), word) ? 1 : 0;
}

const beginsIn = (text: string, word: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));

/** Capitals and accents do not matter. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
