import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Download, ExternalLink } from '#web/ui/icons.tsx';
import { type ReactNode, useState } from 'react';
import { ApiTokenList } from '#web/features/account/ApiTokenList.tsx';
import type { ApiLimitsQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { CardPart, SettingsCard } from '#web/ui/SettingsCard.tsx';
import { Source } from '#web/ui/Source.tsx';
import { type Access, examples } from './examples.ts';

const WatchedControllers = graphql(`
  query WatchedControllers {
    controllers {
      id
    }
  }
`);

const ApiLimits = graphql(`
  query ApiLimits {
    apiLimits {
      requestsPerMinute
      costPerMinute
      cost
      depth
      aliases
      directives
      tokens
      rows
      bodyBytes
    }
  }
`);

/** What somebody needs who connects a program of their own: where, with what, and how. */
export function IntegratePage() {
  // Known on this page only, and only until it is left.
  const [token, setToken] = useState<string>();
  const { data } = useQuery(WatchedControllers);
  const controllerId = data?.controllers[0]?.id;
  return (
    <chakra.div maxW="64rem">
      <PageHeader
        title="Integrate"
        description="Your own programs, connected to this team: they ask, act and listen as you may yourself."
      />
      <chakra.div display="flex" flexDirection="column" gap={4}>
        <SettingsCard title="Addresses" description="Where your programs call.">
          <Addresses origin={window.location.origin} />
        </SettingsCard>
        <SettingsCard title="Token" description="What your programs call with. Make one for each of them.">
          <ApiTokenList onMade={setToken} />
        </SettingsCard>
        <SettingsCard title="Examples" description="With your addresses in them: copy, paste, run.">
          <ExampleList access={{ origin: window.location.origin, token, controllerId }} />
        </SettingsCard>
        <SettingsCard title="Limits" description="How much your programs may ask for.">
          <Limits />
        </SettingsCard>
        <SettingsCard title="Documents" description="Every field and every call.">
          <Documents />
        </SettingsCard>
      </chakra.div>
    </chakra.div>
  );
}

const addressesOf = (origin: string) => {
  const socket = origin.replace(/^http/, 'ws');
  return [
    { name: 'GraphQL', what: 'Queries and mutations, by POST.', address: `${origin}/graphql` },
    {
      name: 'Subscriptions',
      what: 'The protocol graphql-transport-ws, as the library graphql-ws speaks it.',
      address: `${socket}/graphql`,
    },
    {
      name: 'Server-sent events',
      what: 'The same subscriptions, where a WebSocket cannot be opened.',
      address: `${origin}/graphql/stream`,
    },
    { name: 'REST', what: 'Calls with JSON, for programs that know no GraphQL.', address: `${origin}/api` },
  ];
};

/** Every door of this installation. */
const Addresses = ({ origin }: { origin: string }) => (
  <chakra.ul
    listStyleType="none"
    borderWidth="1px"
    borderRadius="control"
    css={{ '& > li + li': { borderTopWidth: '1px' } }}
  >
    {addressesOf(origin).map(({ name, what, address }) => (
      <chakra.li
        key={name}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap={3}
        ps={3}
        pe={2}
        py={2.5}
      >
        <chakra.div flex="1 1 16rem" minW={0}>
          <chakra.p fontWeight="medium">{name}</chakra.p>
          <chakra.p fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            {address}
          </chakra.p>
          <chakra.p textStyle="sm" color="fg.muted">
            {what}
          </chakra.p>
        </chakra.div>
        <CopyButton text={address} label="Copy" of={`the address of ${name}`} />
      </chakra.li>
    ))}
  </chakra.ul>
);

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
function Limits() {
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

const pages = [
  { to: '/graphql', name: 'Explorer', what: 'Write a query in the browser and see its answer.' },
  { to: '/api/docs', name: 'REST calls', what: 'Every call with what it takes and answers.' },
  { to: '/api/openapi.json', name: 'OpenAPI document', what: 'The same for your tools, in OpenAPI 3.1.' },
];

/** What can be read, by people and by tools. */
const Documents = () => (
  <chakra.ul
    listStyleType="none"
    borderWidth="1px"
    borderRadius="control"
    css={{ '& > li + li': { borderTopWidth: '1px' } }}
  >
    {pages.map(({ to, name, what }) => (
      <Row key={to} name={name} what={what}>
        <Button asChild variant="outline" size="sm">
          <a href={to} target="_blank" rel="noreferrer" aria-label={`Open ${name} in a new tab`}>
            <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
            Open
          </a>
        </Button>
      </Row>
    ))}
    <Row name="Schema" what="The GraphQL schema as a file, with the rules of its inputs.">
      <DownloadButton path="/schema.graphql" file="schema.graphql" size="sm" aria-label="Download the schema">
        <Download size={16} strokeWidth={1.75} aria-hidden />
        Download
      </DownloadButton>
    </Row>
  </chakra.ul>
);

const Row = ({ name, what, children }: { name: string; what: string; children: ReactNode }) => (
  <chakra.li display="flex" alignItems="center" justifyContent="space-between" gap={3} ps={3} pe={2} py={2.5}>
    <chakra.div minW={0}>
      <chakra.p fontWeight="medium">{name}</chakra.p>
      <chakra.p textStyle="sm" color="fg.muted">
        {what}
      </chakra.p>
    </chakra.div>
    {children}
  </chakra.li>
);

type Props = { access: Omit<Access, 'token'> & { token?: string } };

/** Programs to begin with, in which the token stands that was just made. */
const ExampleList = ({ access: { token, ...access } }: Props) => (
  <>
    {token ? (
      <Notice state="ok">Your new token stands in the examples until you leave this page.</Notice>
    ) : (
      <Notice state="info">Create a token above, and the examples run as they are pasted.</Notice>
    )}
    {examples({ ...access, token: token ?? 'YOUR_TOKEN' }).map(({ id, title, about, code }) => (
      <chakra.div key={id} id={id} scrollMarginTop={20}>
        <CardPart
          title={title}
          description={about}
          action={<CopyButton text={code} label="Copy" of={title} />}
        >
          <Source label={title}>{code}</Source>
        </CardPart>
      </chakra.div>
    ))}
  </>
);
