import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** 0 is guessed at once, 4 is out of reach. */
export type Strength = 0 | 1 | 2 | 3 | 4;

export const strengthWords: Record<Strength, string> = {
  0: 'Very weak: guessed at once',
  1: 'Weak: guessed soon',
  2: 'Fair: longer is better',
  3: 'Good',
  4: 'Strong',
};

/** What is longer is strong in any case; it bounds the work of one keystroke. */
const MOST_CHARACTERS = 64;

/** The server refuses it in a password, however strong the rest. */
const PRODUCT = 'netlantern';

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * How hard a password is to guess for somebody who knows the words in `known`: names, company, address. The word lists
 * weigh more than the app, so they are fetched with the first call. @throws where they do not arrive
 */
export async function strengthOf(password: string, known: readonly string[]): Promise<Strength> {
  estimator ??= load();
  try {
    const words = [PRODUCT, ...known].flatMap(wordsOf);
    return (await estimator).check([...password].slice(0, MOST_CHARACTERS).join(''), words).score;
  } catch (error) {
    estimator = undefined;
    throw error;
  }
}

/** As it stands, its words, and these written as one. */
function wordsOf(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [text, ...parts, parts.join('')].filter(Boolean);
}

async function load(): Promise<ZxcvbnFactory> {
  const [core, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
