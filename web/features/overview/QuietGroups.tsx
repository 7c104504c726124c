import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router';
import type { QuietGroupFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint, SectionTitle } from '#web/ui/text.tsx';
import { GroupName, nameOf } from './GroupName.tsx';

export const QuietGroupFields = graphql(`
  fragment QuietGroupFields on FleetGroup {
    key
    customer {
      id
      name
      color
    }
    siteName
    controllerId
    siteCount
    sitesUnknown
    unknownReason
  }
`);

type Props = {
  groups: readonly ({ key: string } & FragmentType<typeof QuietGroupFields>)[];
  count: number;
  unknownCount: number;
};

/** Customers without open alerts, as compact tiles. Unknown isn't quiet, so those come first and say why. */
export const QuietGroups = memo(function QuietGroups({ groups, count, unknownCount }: Props) {
  const more = count - groups.length;
  return (
    <chakra.section aria-labelledby="quiet" mt={7}>
      <SectionTitle id="quiet" mb={1}>
        No open alerts
      </SectionTitle>
      <Hint mb={3}>
        {formatNumber(count - unknownCount)} OK
        {unknownCount > 0 && `, ${formatNumber(unknownCount)} with sites that can’t be read right now`}
      </Hint>
      <chakra.ul
        listStyleType="none"
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 15rem), 1fr))"
        gap={2}
      >
        {groups.map((group) => (
          <Tile key={group.key} group={readFragment(QuietGroupFields, group)} />
        ))}
      </chakra.ul>
      {more > 0 && <Hint mt={2}>{`${formatNumber(more)} more without open alerts.`}</Hint>}
    </chakra.section>
  );
});

const Tile = memo(function Tile({ group }: { group: QuietGroupFieldsFragment }) {
  const { customer, controllerId, siteCount, sitesUnknown, unknownReason } = group;
  const isUnknown = sitesUnknown > 0;
  const to = customer ? `/customers/${customer.id}` : `/controllers/${controllerId}`;
  return (
    <chakra.li minW={0}>
      <chakra.span
        asChild
        display="flex"
        alignItems="center"
        gap={2}
        h="full"
        minH={{ base: 11, md: 10 }}
        px={3}
        py={1.5}
        bg="bg.panel"
        borderWidth="1px"
        borderStyle={isUnknown ? 'dashed' : 'solid'}
        borderRadius="control"
        _hover={{ bg: 'bg.muted' }}
      >
        <RouterLink to={to}>
          <chakra.span color={isUnknown ? 'state.unknown' : 'state.ok'} lineHeight={0}>
            <StateIcon state={isUnknown ? 'unknown' : 'ok'} />
          </chakra.span>
          <chakra.span minW={0} flex={1}>
            <chakra.span display="block" truncate title={nameOf(group)}>
              <GroupName group={group} />
            </chakra.span>
            {isUnknown && (
              <Hint as="span" display="block">
                {unknownReason ?? 'Not read yet'}
              </Hint>
            )}
          </chakra.span>
          {siteCount > 1 && (
            <Hint as="span" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              {isUnknown ? `${sitesUnknown} of ${siteCount}` : `${formatNumber(siteCount)} sites`}
            </Hint>
          )}
        </RouterLink>
      </chakra.span>
    </chakra.li>
  );
});
