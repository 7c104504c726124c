import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { PasswordPolicy } from './registration.gql.ts';

const mine = ['email', 'firstName', 'lastName', 'companyName'];

type Props = {
  label: string;
  confirmLabel?: string;
  /** Set when no form field has the address. */
  email?: string;
  /** Other guessable facts without a form field: names, company. */
  known?: readonly string[];
};

/** A new password, entered twice, with its requirements and strength. */
export function NewPasswordFields({ label, confirmLabel = 'Confirm password', email, known }: Props) {
  const { values } = useFormikContext<Record<string, unknown>>();
  const typed = mine.map((name) => values[name]).filter((value) => typeof value === 'string');
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        help={
          <PasswordHint
            password={String(values['password'])}
            known={[...typed, ...(known ?? []), email ?? '']}
          />
        }
      />
      <PasswordField name="confirmPassword" label={confirmLabel} autoComplete="new-password" />
    </>
  );
}

/** Debounce for the strength estimate, in milliseconds. */
const REST = 150;

const looks: Record<Strength, { bars: number; color: string }> = {
  0: { bars: 1, color: 'state.critical' },
  1: { bars: 1, color: 'state.critical' },
  2: { bars: 2, color: 'state.warning' },
  3: { bars: 3, color: 'state.ok' },
  4: { bars: 4, color: 'state.ok' },
};

type PasswordHintProps = {
  password: string;
  /** Known facts about the person that make a password easy to guess. */
  known: readonly string[];
};

/** The requirements and the strength. Only a hint, because the server decides. */
function PasswordHint({ password, known }: PasswordHintProps) {
  const { data } = useQuery(PasswordPolicy);
  const strength = useStrength(password, known.join('\n'));
  const { bars, color } = strength === undefined ? { bars: 0, color: undefined } : looks[strength];
  return (
    <chakra.span display="block">
      <chakra.span display="flex" alignItems="center" gap={2} minH="1.35em">
        <chakra.span aria-hidden display="flex" gap={1} flexShrink={0}>
          {[1, 2, 3, 4].map((bar) => (
            <chakra.span
              key={bar}
              w={6}
              h={1}
              borderRadius="full"
              bg={bar <= bars ? color : 'bg.emphasized'}
            />
          ))}
        </chakra.span>
        <span role="status">{strength === undefined ? '' : strengthWords[strength]}</span>
      </chakra.span>
      <chakra.span display="block" mt={1} minH="1.35em">
        {data?.passwordPolicy.text}
      </chakra.span>
    </chakra.span>
  );
}

/** Empty until something is typed, or if the word lists can't be loaded. */
function useStrength(password: string, known: string): Strength | undefined {
  const [estimate, setEstimate] = useState<Strength>();
  useEffect(() => {
    if (!password) return;
    let stale = false;
    const timer = setTimeout(() => {
      strengthOf(password, known.split('\n'))
        .then((strength) => !stale && setEstimate(strength))
        .catch(() => !stale && setEstimate(undefined));
    }, REST);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [password, known]);
  // Keep the last estimate until the next one, so that the bar doesn't flicker.
  return password ? estimate : undefined;
}

/** From 0 (guessed immediately) to 4 (very hard to guess). */
type Strength = 0 | 1 | 2 | 3 | 4;

const strengthWords: Record<Strength, string> = {
  0: 'Very weak',
  1: 'Weak',
  2: 'Fair. Longer is better.',
  3: 'Good',
  4: 'Strong',
};

/** Longer passwords are strong anyway. This bounds the work per keystroke. */
const MOST_CHARACTERS = 64;

/** The server rejects passwords that contain this, however strong the rest. */
const PRODUCT = 'netlantern';

let estimator: Promise<ZxcvbnFactory> | undefined;

/*How hard a password is to guess for someone who knows the words in `known`. The word lists outweigh the app, so they are loaded on first use. @throws if the word lists can't be loaded
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

/** The text itself, its words, and the words joined together. */
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
