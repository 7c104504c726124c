import { useMutation } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatNumber } from '#web/lib/format.ts';
import { toastFailure } from '#web/ui/toaster.tsx';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterField } from '#web/ui/FilterField.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { usePages } from '#web/ui/usePages.tsx';
import { forgetLists } from '../customers.gql.ts';
import {
  effectWords,
  inputOf,
  isOffered,
  MOST,
  shows,
  totals,
  withClients,
  type Choice,
  type Row,
  type Shows,
} from './import-choice.ts';
import { ImportHalopsaClients, RefreshHalopsaClients } from './import.gql.ts';
import { ImportRows } from './ImportRows.tsx';
import type { Preview } from './useImportPreview.ts';

type Ready = Extract<Preview, { state: 'ready' }>;
type Props = {
  preview: Ready;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** Loads the preview again. */
  onReload: () => void;
};

/** Finds and ticks clients and sites, then imports them once that is confirmed. */
export function ImportChoices({ preview, choice, onChoose, onReload }: Props) {
  const { rows, isTruncated } = preview;
  const [shown, setShown] = useState<Shows>(rows.some(shows.suggested.has) ? 'suggested' : 'all');
  const [sought, setSought] = useState('');
  const [confirming, setConfirming] = useState(false);
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(
    (row) => shows[shown].has(row) && words.every((word) => textOf(row).includes(word)),
  );
  const list = useRef<HTMLDivElement>(null);
  const pages = usePages(found, { nouns: ['client', 'clients'], list });
  return (
    <Stack gap={3}>
      <ReadAt preview={preview} onReload={onReload} />
      {isTruncated && (
        <Notice state="warning" title="HaloPSA has more clients than we can read">
          {`The first ${formatNumber(rows.length)} are listed. Add the others yourself.`}
        </Notice>
      )}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
        <Select
          aria-label="Show"
          w={{ base: 'full', md: 'auto' }}
          options={Object.entries(shows).map(([value, { label, has }]) => ({
            value,
            label: `${label} (${formatNumber(rows.filter(has).length)})`,
          }))}
          value={shown}
          onChange={({ target }) => {
            setShown(target.value as Shows);
            pages.startOver();
          }}
        />
        <FilterField
          label="Search clients, customers and sites"
          value={sought}
          onChange={(text) => {
            setSought(text);
            pages.startOver();
          }}
        />
      </chakra.div>
      <div ref={list}>
        {found.length > 0 ? (
          <ImportRows rows={pages.rows} choice={choice} onChoose={onChoose} />
        ) : (
          <Card>
            <EmptyState title="No clients found">No clients match this search.</EmptyState>
          </Card>
        )}
      </div>
      {pages.pager}
      <ImportBar {...{ rows, found, choice }} onChoose={onChoose} onImport={() => setConfirming(true)} />
      {confirming && <ConfirmImport {...{ rows, choice, onReload }} onClose={() => setConfirming(false)} />}
    </Stack>
  );
}

const textOf = ({ clientName, customerName, sites }: Row): string =>
  [clientName, customerName, ...sites.map(({ name }) => name)].join(' ').toLowerCase();

/** How old the clients are, and the way to newer ones. */
function ReadAt({ preview: { rows, readAt }, onReload }: Pick<Props, 'preview' | 'onReload'>) {
  const [refresh, { loading }] = useMutation(RefreshHalopsaClients);
  const readAgain = async () => {
    try {
      await refresh();
      onReload();
    } catch (error) {
      toastFailure(error, {
        title: 'Clients not read again',
        check: 'The list below is from before. Try again in a moment.',
      });
    }
  };
  return (
    <Hint as="div" display="flex" flexWrap="wrap" alignItems="center" columnGap={3}>
      <span>
        {`${formatNumber(rows.length)} ${rows.length === 1 ? 'client' : 'clients'}, read from HaloPSA `}
        <RelativeTime at={readAt} />
      </span>
      <Button
        variant="plain"
        size="sm"
        aria-disabled={loading || undefined}
        onClick={() => !loading && void readAgain()}
      >
        {loading ? 'Reading…' : 'Read again'}
      </Button>
    </Hint>
  );
}

type BarProps = {
  rows: readonly Row[];
  /** Those that the filters leave, on all pages. */
  found: readonly Row[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
  onImport: () => void;
};

/** What is ticked, and the button that imports it. It stays in view while the list scrolls. */
function ImportBar({ rows, found, choice, onChoose, onImport }: BarProps) {
  const { clients, ...effect } = totals(rows, choice);
  const offered = found.filter(isOffered).map(({ clientId }) => clientId);
  const hasMore = offered.some((id) => !choice.clients.has(id));
  return (
    <Card
      role="group"
      aria-label="Selected clients"
      position="sticky"
      bottom={3}
      zIndex={1}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap={2}
      px={4}
      py={2}
      boxShadow="floating"
    >
      <chakra.span role="status" fontVariantNumeric="tabular-nums">
        {clients === 0 ? 'Nothing selected' : effectWords(effect)}
      </chakra.span>
      {hasMore && (
        <Button variant="plain" size="sm" onClick={() => onChoose(withClients(choice, offered, true))}>
          {`Select all ${formatNumber(offered.length)} shown`}
        </Button>
      )}
      {clients > MOST && <Muted as="span">{`Select up to ${formatNumber(MOST)} clients at a time.`}</Muted>}
      <chakra.span display="flex" flexWrap="wrap" gap={2} ms="auto">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onChoose({ clients: new Set(), sites: choice.sites })}
        >
          Clear
        </Button>
        <Button size="sm" disabled={clients === 0 || clients > MOST} onClick={onImport}>
          Import…
        </Button>
      </chakra.span>
    </Card>
  );
}

type ConfirmProps = { rows: readonly Row[]; choice: Choice; onReload: () => void; onClose: () => void };

function ConfirmImport({ rows, choice, onReload, onClose }: ConfirmProps) {
  const [run] = useMutation(ImportHalopsaClients, { update: forgetLists });
  const navigate = useNavigate();
  const { clients, moved, ...effect } = totals(rows, choice);
  const importAll = async () => {
    try {
      await run({ variables: { rows: inputOf(rows, choice) } });
      void navigate('/customers');
    } catch (error) {
      // Something changed meanwhile, or we don't know what was done. The new preview shows it.
      onReload();
      throw error;
    }
  };
  return (
    <ActionDialog
      title={`Import ${formatNumber(clients)} ${clients === 1 ? 'client' : 'clients'}?`}
      confirmLabel="Import"
      isSafe
      onClose={onClose}
      action={importAll}
      success={{ title: 'Import finished', description: `${effectWords(effect, true)}.`, type: 'success' }}
      failure={{
        title: 'Nothing was imported',
        check: 'The preview is loading again. It shows what was imported.',
      }}
    >
      {`${effectWords(effect)}.`}
      {moved > 0 &&
        ` ${formatNumber(moved)} of the sites ${moved === 1 ? 'leaves its' : 'leave their'} current customer.`}
      {' Rules, channels and maintenance windows that are limited to customers apply to them immediately.'}
    </ActionDialog>
  );
}
