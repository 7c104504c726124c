import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { PasswordPolicy } from './joining.gql.ts';
import { strengthOf, strengthWords, type Strength } from './password-strength.ts';

/** How long typing must rest before the strength is estimated, in milliseconds. */
const REST = 150;

const looks: Record<Strength, { bars: number; color: string }> = {
  0: { bars: 1, color: 'state.critical' },
  1: { bars: 1, color: 'state.critical' },
  2: { bars: 2, color: 'state.warning' },
  3: { bars: 3, color: 'state.ok' },
  4: { bars: 4, color: 'state.ok' },
};

type Props = {
  password: string;
  /** What others know of the person: it makes a password easy to guess. */
  known: readonly string[];
};

/** What a new password needs, and how hard this one is to guess. A hint only: the server decides. */
export function PasswordHint({ password, known }: Props) {
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

/** Nothing before something is typed, and nothing where the word lists cannot be had. */
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
  // Until the next estimate the last one stands: a bar that flickers while typing tells nothing.
  return password ? estimate : undefined;
}
