import { chakra, Link } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { CustomerMark, DeviceStates, OpenAlertsLink, Tags } from '#web/features/customers/parts.tsx';
import type { SiteFieldsFragment } from '#web/gql/graphql.ts';
import { sitePath } from '#web/lib/places.ts';
import { GridTable } from '#web/ui/GridTable.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { Tick } from '#web/ui/Tick.tsx';
import type { Selection } from '#web/ui/useSelection.ts';

export type Site = SiteFieldsFragment;

type Props = {
  sites: readonly Site[];
  /** Absent where sites can't be ticked. */
  selection?: Selection;
  /** On a customer's page, all sites are the customer's. */
  withoutCustomer?: boolean;
};

/** Sites with their customer and tags, and what is wrong there. */
export function SiteRows({ sites, selection, withoutCustomer }: Props) {
  const columns = {
    base: selection ? 'auto minmax(0, 1fr)' : 'minmax(0, 1fr)',
    lg: [
      ...(selection ? ['auto'] : []),
      'minmax(0, 3fr)',
      ...(withoutCustomer ? [] : ['minmax(0, 2fr)']),
      'minmax(0, 2fr) 6rem minmax(0, 3fr)',
    ].join(' '),
  };
  const ids = sites.map(({ id }) => id);
  const ticked = ids.filter((id) => selection?.isPicked(id)).length;
  return (
    <GridTable
      label="Sites"
      columns={columns}
      head={
        <>
          {selection && (
            <span role="columnheader">
              <Tick
                label="Select all on this page"
                checked={ticked === ids.length ? true : ticked > 0 ? 'indeterminate' : false}
                onChange={(isOn) => {
                  if (isOn) selection.pick(ids);
                  else if (selection.isAll) selection.clear();
                  else selection.deselect(ids);
                }}
              />
            </span>
          )}
          <span role="columnheader">Site</span>
          {!withoutCustomer && <span role="columnheader">Customer</span>}
          <span role="columnheader">Tags</span>
          <span role="columnheader">Open alerts</span>
          <span role="columnheader">Devices</span>
        </>
      }
    >
      {sites.map((site) => (
        <SiteRow key={site.id} {...{ site, ids, columns, selection, withoutCustomer }} />
      ))}
    </GridTable>
  );
}

/** Cells that share a line on phones. */
const line = {
  display: { base: 'flex', lg: 'contents' },
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2.5,
  minW: 0,
} as const;

type RowProps = Omit<Props, 'sites'> & {
  site: Site;
  /** All sites on the page, in order. */
  ids: readonly string[];
  columns: { base: string; lg: string };
};

function SiteRow({ site, ids, columns, selection, withoutCustomer }: RowProps) {
  const { id, name, controllerId, controllerName, customer, allTags, openAlertCount, worstSeverity } = site;
  const place = selection ? 2 : 1;
  const cell = { base: `${place} / -1`, lg: 'auto' };
  const alerts = `/alerts?site=${encodeURIComponent(site.hostId)}`;
  return (
    <chakra.div
      role="row"
      aria-selected={selection?.isPicked(id)}
      display="grid"
      gridTemplateColumns={columns}
      columnGap={{ base: 2, lg: 4 }}
      rowGap={0.5}
      alignItems="center"
      px={4}
      py={2}
      borderTopWidth="1px"
      bg={selection?.isPicked(id) ? 'brand.subtle' : undefined}
    >
      {selection && (
        <div role="cell">
          <Tick
            label={`Select ${name}`}
            checked={selection.isPicked(id)}
            onChange={(_, withShift) =>
              selection.click(id, withShift, (one, other) => between(ids, one, other))
            }
          />
        </div>
      )}
      <chakra.div role="cell" minW={0} overflowWrap="anywhere">
        {controllerId ? (
          <Link asChild variant="plain" color="fg" fontWeight="medium">
            <RouterLink to={sitePath(controllerId, site.hostId)}>{name}</RouterLink>
          </Link>
        ) : (
          <chakra.span fontWeight="medium">{name}</chakra.span>
        )}
        <Hint>{controllerName}</Hint>
      </chakra.div>
      <chakra.div {...line} gridColumn={cell}>
        {!withoutCustomer && (
          <chakra.div role="cell" minW={0}>
            {customer ? <CustomerMark customer={customer} /> : <Muted as="span">No customer</Muted>}
          </chakra.div>
        )}
        <chakra.div role="cell" minW={0} display={{ base: allTags.length ? 'block' : 'none', lg: 'block' }}>
          <Tags tags={allTags} />
        </chakra.div>
      </chakra.div>
      <chakra.div {...line} gridColumn={cell}>
        <chakra.div role="cell" display={{ base: openAlertCount ? 'block' : 'none', lg: 'block' }}>
          <OpenAlertsLink count={openAlertCount} severity={worstSeverity} to={alerts} of={name} />
        </chakra.div>
        <chakra.div role="cell" minW={0}>
          <DeviceStates
            devices={site.devices}
            none={site.isMonitored ? 'No devices read yet' : 'Not monitored'}
          />
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
}

/** The sites between two on the page, both included. From one on another page, there is no range. */
function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from = 0, to = 0] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b);
  return from < 0 ? [other] : ids.slice(from, to + 1);
}
