import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import type { ApiLimitsQuery } from '#web/gql/graphql.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { ApiLimits } from './integrate.gql.ts';

type Figures = ApiLimitsQuery['apiLimits'];

const rows: { name: string; of: (limits: Figures) => string }[] = [
  { name: 'Requests', of: ({ requestsPerMinute }) => `${count(requestsPerMinute)} per minute` },
  {
    name: 'Cost of GraphQL operations',
    of: ({ costPerMinute }) => `${count(costPerMinute)} points per minute`,
  },
  { name: 'Cost of one operation', of: ({ cost }) => `${count(cost)} points` },
  { name: 'Depth of an operation', of: ({ depth }) => `${depth} levels` },
  { name: 'Aliases in an operation', of: ({ aliases }) => count(aliases) },
  { name: 'Directives in an operation', of: ({ directives }) => count(directives) },
  { name: 'Length of a document', of: ({ tokens }) => `${count(tokens)} tokens` },
  { name: 'Rows of a list', of: (limits) => `${count(limits.rows)} at once` },
  { name: 'Body of a request', of: ({ bodyBytes }) => `${count(bodyBytes / 1024)} KB` },
];

const count = (figure: number) => figure.toLocaleString('en-GB');

/** How much a program may ask for, and how it learns that it is too much. */
export function Limits() {
  const { data, error, refetch } = useQuery(ApiLimits);
  if (!data && error)
    return <LoadFailed title="The limits could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={9} />;
  return (
    <>
      <chakra.table w="full" textStyle="sm" aria-label="Limits" fontVariantNumeric="tabular-nums">
        <tbody>
          {rows.map(({ name, of }) => (
            <chakra.tr
              key={name}
              borderBottomWidth="1px"
              css={{ '&:last-of-type': { borderBottomWidth: 0 } }}
            >
              <chakra.th scope="row" py={2} textAlign="start" fontWeight="normal">
                {name}
              </chakra.th>
              <chakra.td py={2} ps={4} textAlign="end" fontWeight="medium">
                {of(data.apiLimits)}
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
      <chakra.p textStyle="sm" color="fg.muted">
        All your tokens and screens are counted together. Every answer says in its headers RateLimit and
        RateLimit-Policy how much is left; with status 429, Retry-After says after how many seconds to come
        back. What is beyond another limit is refused before anything runs, and the answer names the limit.
      </chakra.p>
    </>
  );
}
