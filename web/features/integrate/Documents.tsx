import { Button, chakra } from '@chakra-ui/react';
import { Download, ExternalLink } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';

const pages = [
  { to: '/graphql', name: 'Explorer', what: 'Write a query in the browser and see its answer.' },
  { to: '/api/docs', name: 'REST calls', what: 'Every call with what it takes and answers.' },
  { to: '/api/openapi.json', name: 'OpenAPI document', what: 'The same for your tools, in OpenAPI 3.1.' },
];

/** What can be read, by people and by tools. */
export const Documents = () => (
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
