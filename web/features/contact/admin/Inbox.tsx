import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { readFragment } from '#web/gql/index.ts';
import { Download, Inbox as InboxIcon } from '#web/ui/icons.tsx';
import { useRef, useState } from 'react';
import { formatDuration, formatNumber } from '#web/lib/format.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { useTableParams } from '#web/lib/table-params.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { AgeSelect } from '#web/ui/AgeSelect.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Figure } from '#web/ui/Figure.tsx';
import { FigureStrip } from '#web/ui/FigureStrip.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { Results } from '#web/ui/Results.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useLoadMore } from '#web/ui/useLoadMore.ts';
import { ContactFigures, ContactInbox } from './inbox.gql.ts';
import { MessageList } from './MessageList.tsx';
import { MessageView } from './MessageView.tsx';
import { ContactSubmissionFields, isStatus, states, type Status } from './states.ts';

const choices = [
  { value: '', label: 'All states' },
  ...Object.entries(states).map(([value, { word }]) => ({ value, label: word })),
];

const inbox = { sorts: ['when'], usual: { by: 'when', descending: true }, filters: ['status'] };

/** The list is on the left and the open message on the right. Phones show one at a time. */
export function Inbox() {
  const { search, find, chosen, choose, order } = useTableParams(inbox);
  const state = chosen['status'];
  const oldestFirst = !order.descending;
  const [open, setOpen] = useSearchParam('message');
  const status = isStatus(state) ? state : undefined;
  const { messages, error, searching, refetch, loadMore, loadingMore } = useInbox(
    status,
    search,
    oldestFirst,
  );
  const list = useRef<HTMLDivElement>(null);
  const isNarrowed = Boolean(search || status);
  const isEmpty = messages?.length === 0 && !isNarrowed;
  const close = () => {
    setOpen(undefined);
    list.current?.focus();
  };
  const clear = () => choose({ q: undefined, status: undefined, message: undefined });
  const query = new URLSearchParams({ search, oldestFirst: String(oldestFirst), ...(status && { status }) });
  const csv = `/api/admin/contact-submissions/csv?${query}`;
  return (
    <>
      <chakra.div display={{ base: open ? 'none' : 'block', lg: 'block' }}>
        <InboxFigures />
        <chakra.div display={isEmpty ? 'none' : 'flex'} flexWrap="wrap" alignItems="center" gap={3} mb={3}>
          <Select
            aria-label="State"
            w={{ base: 'full', md: 40 }}
            options={choices}
            value={status ?? ''}
            onChange={({ target }) => choose({ status: target.value || undefined })}
          />
          <AgeSelect oldestFirst={oldestFirst} onChange={(sort) => choose({ sort })} />
          <DownloadButton path={csv} file="messages.csv">
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Download CSV
          </DownloadButton>
          <SearchField label="Search messages" value={search} onSearch={find} searching={searching} />
        </chakra.div>
      </chakra.div>
      {error && <LoadFailed title="We couldn’t load the messages" error={error} onRetry={refetch} />}
      {!error && (
        <chakra.div
          display="grid"
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            lg: open ? '20rem minmax(0, 1fr)' : 'minmax(0, 1fr)',
          }}
          gap={4}
          alignItems="start"
        >
          <chakra.div display={{ base: open ? 'none' : 'block', lg: 'block' }} minW={0}>
            <Results
              ref={list}
              searching={searching}
              tabIndex={-1}
              outline={0}
              borderWidth="1px"
              borderRadius="surface"
              bg="bg.panel"
              overflow="hidden"
            >
              {(!messages || (searching && messages.length === 0)) && <SkeletonRows rows={8} />}
              {messages?.length === 0 && !searching && (
                <Nothing isNarrowed={isNarrowed} onClear={() => confirmLeaving(clear)} />
              )}
              {messages && messages.length > 0 && <MessageList messages={messages} open={open} />}
            </Results>
            <LoadMore more={loadMore} loading={loadingMore} list={list} mt={3} />
          </chakra.div>
          {open && <MessageView key={open} id={open} onClose={close} />}
        </chakra.div>
      )}
    </>
  );
}

const Nothing = ({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) =>
  isNarrowed ? (
    <EmptyState
      title="No messages found"
      action={
        <Button variant="outline" onClick={onClear}>
          Show all messages
        </Button>
      }
    >
      No messages in this state match your search.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<InboxIcon size={28} strokeWidth={1.5} aria-hidden />}
      title="No messages yet"
      action={
        <Button asChild variant="outline">
          <a href="/contact" target="_blank" rel="noreferrer">
            Open the contact page
          </a>
        </Button>
      }
    >
      Messages from the contact page appear here.
    </EmptyState>
  );

/** Unanswered messages, and response times compared with the contact page's promise. */
function InboxFigures() {
  const { data, error, refetch } = useQuery(ContactFigures, { fetchPolicy: 'cache-and-network' });
  const [now] = useState(() => Date.now());
  if (!data && error)
    return (
      <chakra.div mb={6}>
        <LoadFailed title="We couldn’t load the figures" error={error} onRetry={refetch} />
      </chakra.div>
    );
  const figures = data?.contactFigures;
  const { unread = 0, answered = 0, worstSeconds, overdue = 0, promisedHours = 24 } = figures ?? {};
  const { medianSeconds, oldestOpenAt } = figures ?? {};
  const promise = `Promised: within ${promisedHours} h`;
  return (
    <chakra.section aria-label="Figures" mb={6}>
      <FigureStrip columns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }}>
        <Figure
          label="Unanswered"
          value={figures && formatNumber(figures.open)}
          note={`${formatNumber(unread)} new`}
        />
        <Figure
          label="Waiting longest"
          value={figures && (oldestOpenAt ? formatDuration(now - Date.parse(oldestOpenAt)) : 'None')}
          note={
            overdue > 0 ? (
              <StatusDot state="warning" word={`${formatNumber(overdue)} over ${promisedHours} h`} />
            ) : (
              promise
            )
          }
        />
        <Figure
          label="First response, median"
          value={inWords(figures && medianSeconds)}
          note={
            typeof worstSeconds === 'number'
              ? `Longest ${formatDuration(worstSeconds * 1000)}, ${formatNumber(answered)} answered in 30 days`
              : 'Over the last 30 days'
          }
        />
        <Figure
          label="Late replies"
          value={figures && formatNumber(figures.late)}
          note={`Took more than ${promisedHours} h, last 30 days`}
        />
      </FigureStrip>
    </chakra.section>
  );
}

const inWords = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? formatDuration(seconds * 1000) : seconds;

/** Messages per page. */
const PAGE = 50;

/** Loads matching messages page by page, and keeps showing the previous result while a new search runs. */
function useInbox(status: Status | undefined, search: string, oldestFirst: boolean) {
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(ContactInbox, {
    variables: { status: status ?? null, search: search || null, oldestFirst, first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const [ended, setEnded] = useState<string>();
  const known = data ?? (error ? undefined : previousData);
  const messages = data && readFragment(ContactSubmissionFields, data.contactSubmissions);
  const last = messages?.at(-1);
  const isFull = messages !== undefined && messages.length >= PAGE;

  const { loadMore, loadingMore } = useLoadMore('messages', async () => {
    const more = await fetchMore({ variables: { before: last?.id } });
    const page = (more.data && readFragment(ContactSubmissionFields, more.data.contactSubmissions)) ?? [];
    if (page.length < PAGE) setEnded(page.at(-1)?.id ?? last?.id);
  });

  return {
    messages: known && readFragment(ContactSubmissionFields, known.contactSubmissions),
    error: known ? undefined : error,
    searching: loading && !data,
    loadMore: isFull && last && last.id !== ended ? loadMore : undefined,
    loadingMore,
    refetch,
  };
}
