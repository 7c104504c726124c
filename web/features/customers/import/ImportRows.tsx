import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { GridTable } from '#web/ui/GridTable.tsx';
import { StateIcon } from '#web/ui/StateIcon.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { Tick } from '#web/ui/Tick.tsx';
import { isOffered, withClients, withSite, type Choice, type Row } from './import-choice.ts';

/** Sites of a row shown before "Show all". */
const FEW = 4;

const columns = {
  base: 'auto minmax(0, 1fr)',
  lg: '1.25rem minmax(0, 2fr) minmax(0, 2fr) minmax(0, 3fr)',
};

type Props = {
  /** The rows on this page. */
  rows: readonly Row[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
};

/** Clients, the customer that each becomes, and the sites that go to it. Every row and site has a box of its own. */
export function ImportRows({ rows, choice, onChoose }: Props) {
  const ids = rows.filter(isOffered).map(({ clientId }) => clientId);
  const ticked = ids.filter((id) => choice.clients.has(id)).length;
  return (
    <GridTable
      label="HaloPSA clients"
      columns={columns}
      head={
        <>
          <Tick
            label="Select all on this page"
            checked={ticked > 0 && ticked === ids.length ? true : ticked > 0 ? 'indeterminate' : false}
            onChange={(isOn) => onChoose(withClients(choice, ids, isOn))}
          />
          <span role="columnheader">HaloPSA client</span>
          <span role="columnheader">Customer</span>
          <span role="columnheader">Sites to assign</span>
        </>
      }
    >
      {rows.map((row) => (
        <ImportRow key={row.clientId} {...{ row, choice, onChoose }} />
      ))}
    </GridTable>
  );
}

function ImportRow({ row, choice, onChoose }: { row: Row } & Omit<Props, 'rows'>) {
  const { clientId, clientName, sameName } = row;
  const isOn = isOffered(row) && choice.clients.has(clientId);
  const cell = { base: '2 / -1', lg: 'auto' };
  return (
    <chakra.div
      role="row"
      aria-selected={isOffered(row) ? isOn : undefined}
      display="grid"
      gridTemplateColumns={columns}
      columnGap={{ base: 2, lg: 4 }}
      rowGap={0.5}
      alignItems={{ base: 'center', lg: 'start' }}
      px={4}
      py={2.5}
      borderTopWidth="1px"
      bg={isOn ? 'brand.subtle' : undefined}
    >
      <chakra.span role="cell" pt={{ lg: 0.5 }}>
        {isOffered(row) && (
          <Tick
            label={`Import ${clientName}`}
            checked={isOn}
            onChange={(next) => onChoose(withClients(choice, [clientId], next))}
          />
        )}
      </chakra.span>
      <chakra.div role="cell" minW={0} overflowWrap="anywhere">
        <chakra.span fontWeight="medium">{clientName}</chakra.span>
        {sameName > 0 && (
          <Warning>
            {`${formatNumber(sameName + 1)} clients have this name. Import the right one, and assign its sites afterwards.`}
          </Warning>
        )}
      </chakra.div>
      <chakra.div role="cell" gridColumn={cell} minW={0} overflowWrap="anywhere">
        <Effect row={row} />
      </chakra.div>
      <chakra.div
        role="cell"
        gridColumn={cell}
        minW={0}
        display={{ base: row.sites.length > 0 ? 'block' : 'none', lg: 'block' }}
      >
        <SitesPart {...{ row, choice, onChoose }} isOn={isOn} />
      </chakra.div>
    </chakra.div>
  );
}

const Warning = ({ children }: { children: string }) => (
  <Hint display="flex" gap={1.5} alignItems="baseline">
    <chakra.span color="state.warning" flexShrink={0}>
      <StateIcon state="warning" size={10} />
    </chakra.span>
    {children}
  </Hint>
);

/** What the import does with the client. */
function Effect({ row: { action, customerName } }: { row: Row }) {
  if (action === 'create')
    return (
      <>
        New customer<Hint>{customerName}</Hint>
      </>
    );
  if (action === 'link')
    return (
      <>
        Link existing customer<Hint>{customerName}</Hint>
      </>
    );
  if (action === 'linked')
    return (
      <Muted as="span">
        Already linked<Hint>{customerName}</Hint>
      </Muted>
    );
  return <Warning>{`Customer ${customerName} is linked to another client. Edit it to change that.`}</Warning>;
}

function SitesPart({ row, choice, onChoose, isOn }: { row: Row; isOn: boolean } & Omit<Props, 'rows'>) {
  const [isWhole, setWhole] = useState(false);
  const { sites } = row;
  const isLong = sites.length > FEW + 1;
  if (sites.length === 0) return <Muted as="span">None</Muted>;
  return (
    <chakra.ul
      display="flex"
      flexDirection="column"
      gap={{ base: 0, lg: 1 }}
      aria-label={`Sites of ${row.clientName}`}
    >
      {(isLong && !isWhole ? sites.slice(0, FEW) : sites).map(({ id, name, customerName }) => (
        <chakra.li key={id} overflowWrap="anywhere">
          <Tick
            label={`Assign ${name} to ${row.customerName}`}
            checked={isOn && choice.sites.has(id)}
            onChange={(next) => onChoose(withSite(choice, row, id, next))}
          >
            <span>
              {name}
              {customerName != null && <Muted as="span">{` · now ${customerName}`}</Muted>}
            </span>
          </Tick>
        </chakra.li>
      ))}
      {isLong && (
        <li>
          <Button variant="plain" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${formatNumber(sites.length)} sites`}
          </Button>
        </li>
      )}
    </chakra.ul>
  );
}
