import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { siteText } from '#web/features/controllers/controller-state.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';

/** What is known of a controller itself. Why it cannot be read, if so, stands over its alerts. */
export function ControllerFacts({ controller }: { controller: ControllerFieldsFragment }) {
  const { deviceCount, version, totalSites, apiKeyTail } = controller;
  return (
    <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface" p={{ base: 4, md: 5 }}>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(5, minmax(0, 1fr))' }}
        columnGap={5}
        rowGap={3}
      >
        <Fact name="Site">{siteText(controller)}</Fact>
        <Fact name="Devices">{deviceCount ?? 'Not counted yet'}</Fact>
        <Fact name="Version">{version ?? 'Not known yet'}</Fact>
        <Fact name="Sites of the key">{totalSites ?? 'Not counted yet'}</Fact>
        <Fact name="API key">
          <chakra.span fontFamily="mono">{`…${apiKeyTail}`}</chakra.span>
        </Fact>
      </chakra.dl>
    </chakra.div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <chakra.div minW={0}>
    <chakra.dt textStyle="sm" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
      {children}
    </chakra.dd>
  </chakra.div>
);
