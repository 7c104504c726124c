import type { IntegrationFieldsFragment } from '#web/gql/graphql.ts';
import { formatRelativeTime } from '#web/lib/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { momentWords } from './delivery-words.ts';

export type Proof = NonNullable<IntegrationFieldsFragment['proof']>;

/** Whether a channel is known to work: since when and why, or what to do. */
export function ProofLine({ proof: { state, text, provenAt, nextAt } }: { proof: Proof }) {
  if (state === 'proven' && provenAt)
    return (
      <>
        Proven <RelativeTime at={provenAt} />. {text}
      </>
    );
  if (state === 'unprovable')
    return (
      <>
        Not proven. {text}{' '}
        {provenAt ? (
          <>
            The last message was accepted <RelativeTime at={provenAt} />.
          </>
        ) : (
          'No message has been accepted yet.'
        )}
      </>
    );
  if (state === 'retrying')
    return (
      <>
        A check failed. {text}
        {nextAt && ` We’ll check again at ${momentWords(new Date(nextAt))}.`}
      </>
    );
  return text;
}

/** A channel whose checks fail: since when, why and what to do. Nothing for any other. */
export function ProofFailure({ proof: { state, text, failingSince } }: { proof: Proof }) {
  if (state !== 'failing') return null;
  const since = failingSince ? ` since ${momentWords(new Date(failingSince))}` : '';
  return (
    <Notice state="error" title={`Failing${since}`}>
      {text}
    </Notice>
  );
}

/** A few words for a list. Undefined if its state says it already. */
export function proofInShort(proof: Proof | null | undefined, now: number): string | undefined {
  if (proof?.state === 'proven' && proof.provenAt)
    return `proven ${formatRelativeTime(new Date(proof.provenAt), new Date(now))}`;
  if (proof?.state === 'unprovable') return 'not proven';
  return proof?.state === 'retrying' ? 'a check failed' : undefined;
}
