import { chakra } from '@chakra-ui/react';
import { exactTime } from '#web/lib/dates.ts';
import { took } from './delivery-words.ts';
import type { LoggedDelivery } from './useDeliveries.ts';

/** Each try of a delivery: when, how long, what came of it and what was answered. */
export const Attempts = ({ id, attempts }: { id: string; attempts: LoggedDelivery['attemptLog'] }) => (
  <chakra.ol
    id={id}
    aria-label="Attempts"
    listStyleType="none"
    mt={1}
    borderStartWidth="2px"
    ps={3}
    display="flex"
    flexDirection="column"
    gap={2.5}
    textStyle="sm"
  >
    {attempts.map(({ id: attempt, at, durationMs, status, outcome, answer }) => (
      <li key={attempt}>
        <chakra.p color="fg.muted">
          <time dateTime={at}>{exactTime(new Date(at))}</time>
          {` · ${took(durationMs)}`}
          {status != null && ` · HTTP ${status}`}
        </chakra.p>
        <p>{outcome}</p>
        {answer && (
          <chakra.pre
            mt={1}
            px={2}
            py={1.5}
            maxH={32}
            overflowY="auto"
            borderRadius="control"
            bg="bg.subtle"
            fontFamily="mono"
            textStyle="xs"
            whiteSpace="pre-wrap"
            tabIndex={0}
            aria-label="Answer"
          >
            {answer}
          </chakra.pre>
        )}
      </li>
    ))}
  </chakra.ol>
);
