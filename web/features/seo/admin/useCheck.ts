import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { changedFields } from '#web/features/revisions/changed-fields.ts';
import type { AdvancedSeoInput, CheckAdvancedSeoQuery } from '#web/gql/graphql.ts';
import { CheckAdvancedSeo } from '../seo.gql.ts';
import type { AdvancedValues } from './seo-form.ts';
import type { LineProblem } from './SourceField.tsx';

/** Milliseconds without a key before what was typed is looked at. */
const pause = 400;

type Check = CheckAdvancedSeoQuery['checkAdvancedSeo'];

/** What the server says of what was typed, while it is typed: what is wrong in which line, and what would be served. */
export function useCheck(
  values: AdvancedValues,
  saved: AdvancedValues,
): { check: Check | undefined; problemsIn: (field: keyof AdvancedValues) => LineProblem[] } {
  const now = JSON.stringify(changedFields(saved, values));
  const [asked, setAsked] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(now), pause);
    return () => clearTimeout(timer);
  }, [now]);
  const input = JSON.parse(asked) as AdvancedSeoInput;
  const { data, previousData } = useQuery(CheckAdvancedSeo, {
    variables: { input },
    fetchPolicy: 'no-cache',
  });
  const isOfNow = asked === now && data !== undefined;
  return {
    check: (data ?? previousData)?.checkAdvancedSeo,
    // A line that is being mended is not called wrong until it was looked at again.
    problemsIn: (field) =>
      isOfNow ? data.checkAdvancedSeo.problems.filter((problem) => problem.field === field) : [],
  };
}
