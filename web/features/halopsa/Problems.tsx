import { chakra } from '@chakra-ui/react';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import type { Connection } from './credentials-form.ts';

/** When HaloPSA last answered, and what keeps tickets from being opened as they are wanted; not again what a test said. */
export function Problems({ connection, said }: { connection: Connection; said?: string }) {
  const problems = connection.problems.filter((problem) => problem !== said);
  return (
    <>
      <chakra.p textStyle="sm" color="fg.muted">
        {connection.lastWorkedAt ? (
          <>
            Last answered <RelativeTime at={connection.lastWorkedAt} />
          </>
        ) : (
          'It has not answered yet.'
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
