import { chakra } from '@chakra-ui/react';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import type { Connection } from './credentials-form.ts';
import type { TestResult } from './useHalopsa.ts';

type Props = { connection: Connection; /** What came of a test that stands above. */ tested?: TestResult };

/** When HaloPSA last worked, and what keeps tickets from being opened as they are wanted; not again what a test said. */
export function Problems({ connection, tested }: Props) {
  const problems = connection.problems.filter((problem) => problem !== tested?.message);
  return (
    <>
      <chakra.p textStyle="sm" color="fg.muted">
        {connection.lastWorkedAt ? (
          <>
            {tested?.success === false ? 'Before that test it last worked' : 'Last worked'}{' '}
            <RelativeTime at={connection.lastWorkedAt} />
          </>
        ) : (
          'It has not worked yet.'
        )}
      </chakra.p>
      {problems.length > 0 && (
        <Notice state="warning" title="To be repaired">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
