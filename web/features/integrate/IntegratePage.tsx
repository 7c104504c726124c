import { useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { formatNumber, publicLocale } from '#web/lib/format.ts';
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
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';
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

/** Everything needed to connect a program: addresses, tokens, examples and limits. */
export function IntegratePage() {
  // Only kept on this page, until it's left.
  const [token, setToken] = useState<string>();
  const { data } = useQuery(WatchedControllers);
  const controllerId = data?.controllers[0]?.id;
  return (
    <chakra.div maxW="64rem">
      <PageHeader
        title="Integrate"
        description="Connect your own programs to this team. They have your permissions."
      />
      <Stack gap={4}>
        <SettingsCard title="Addresses" description="The API’s endpoints.">
          <Addresses origin={window.location.origin} />
        </SettingsCard>
        <SettingsCard title="Token" description="Create a separate token for each program.">
          <ApiTokenList onMade={setToken} />
        </SettingsCard>
        <SettingsCard
          title="Examples"
          description="Ready to copy, paste and run, with your addresses filled in."
        >
          <ExampleList access={{ origin: window.location.origin, token, controllerId }} />
        </SettingsCard>
        <SettingsCard title="Limits" description="The API’s rate and size limits.">
          <Limits />
        </SettingsCard>
        <SettingsCard title="Documents" description="Reference for every field and call.">
          <Documents />
        </SettingsCard>
      </Stack>
    </chakra.div>
  );
}

const addressesOf = (origin: string) => {
  const socket = origin.replace(/^http/, 'ws');
  return [
    { name: 'GraphQL', what: 'Queries and mutations, sent by POST.', address: `${origin}/graphql` },
    {
      name: 'Subscriptions',
      what: 'Uses the graphql-transport-ws protocol, for example with the graphql-ws library.',
      address: `${socket}/graphql`,
    },
    {
      name: 'Server-sent events',
      what: 'The same subscriptions, for clients that can’t use WebSockets.',
      address: `${origin}/graphql/stream`,
    },
    { name: 'REST', what: 'JSON calls, for clients without GraphQL.', address: `${origin}/api` },
  ];
};

/** The endpoints. */
const Addresses = ({ origin }: { origin: string }) => (
  <DividedList borderWidth="1px" borderRadius="control">
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
          <Hint>{what}</Hint>
        </chakra.div>
        <CopyButton text={address} label="Copy" of={`the address of ${name}`} />
      </chakra.li>
    ))}
  </DividedList>
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
  { name: 'Document length', of: ({ tokens }) => `${count(tokens)} tokens` },
  { name: 'List rows', of: (limits) => `${count(limits.rows)} at once` },
  { name: 'Request body', of: ({ bodyBytes }) => `${count(bodyBytes / 1024)} KB` },
];

const count = (figure: number) => formatNumber(figure, { locale: publicLocale });

/** The limits, and how a client learns that it exceeded one. */
function Limits() {
  const { data, error, refetch } = useQuery(ApiLimits);
  if (!data && error)
    return <LoadFailed title="We couldn’t load the limits" error={error} onRetry={refetch} />;
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
      <Hint>
        Your tokens and screens share these limits. Every response states what’s left in its RateLimit and
        RateLimit-Policy headers. With status 429, Retry-After says how many seconds to wait. Requests over
        another limit are rejected before they run, and the error names the limit.
      </Hint>
    </>
  );
}

const pages = [
  { to: '/graphql', name: 'Explorer', what: 'Write and run queries in the browser.' },
  { to: '/api/docs', name: 'REST calls', what: 'Every call with its parameters and responses.' },
  { to: '/api/openapi.json', name: 'OpenAPI document', what: 'The same as an OpenAPI 3.1 file.' },
];

/** The reference documents. */
const Documents = () => (
  <DividedList borderWidth="1px" borderRadius="control">
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
    <Row name="Schema" what="The GraphQL schema as a file, including validation rules.">
      <DownloadButton path="/schema.graphql" file="schema.graphql" size="sm" aria-label="Download the schema">
        <Download size={16} strokeWidth={1.75} aria-hidden />
        Download
      </DownloadButton>
    </Row>
  </DividedList>
);

const Row = ({ name, what, children }: { name: string; what: string; children: ReactNode }) => (
  <chakra.li display="flex" alignItems="center" justifyContent="space-between" gap={3} ps={3} pe={2} py={2.5}>
    <chakra.div minW={0}>
      <chakra.p fontWeight="medium">{name}</chakra.p>
      <Hint>{what}</Hint>
    </chakra.div>
    {children}
  </chakra.li>
);

type Props = { access: Omit<Access, 'token'> & { token?: string } };

/** The examples, with the token that was just created. */
const ExampleList = ({ access: { token, ...access } }: Props) => (
  <>
    {token ? (
      <Notice state="ok">The examples include your new token until you leave this page.</Notice>
    ) : (
      <Notice state="info">Create a token above to add it to the examples.</Notice>
    )}
    {examples({ ...access, token: token ?? 'YOUR_TOKEN' }).map(({ id, title, about, code }) => (
      <chakra.div key={id} id={id} scrollMarginTop={20}>
        <CardPart
          title={title}
          description={about}
          action={<CopyButton text={code} label="Copy" of={title} />}
        >
          <CodeBlock label={title}>{code}</CodeBlock>
        </CardPart>
      </chakra.div>
    ))}
  </>
);
