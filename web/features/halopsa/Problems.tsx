import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Hint } from '#web/ui/text.tsx';
import type { Connection } from './credentials-form.ts';
import type { TestResult } from './useHalopsa.ts';

type Props = { connection: Connection; /** The test result shown above. */ tested?: TestResult };

/** When HaloPSA last worked, and the settings that prevent tickets. Leaves out what the test result already says. */
export function Problems({ connection, tested }: Props) {
  const problems = connection.problems.filter((problem) => problem !== tested?.message);
  return (
    <>
      <Hint>
        {connection.lastWorkedAt ? (
          <>
            {tested?.success === false ? 'Before this test, it last worked' : 'Last worked'}{' '}
            <RelativeTime at={connection.lastWorkedAt} />
          </>
        ) : (
          'No successful request yet.'
        )}
      </Hint>
      {problems.length > 0 && (
        <Notice state="warning" title="Needs attention">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
