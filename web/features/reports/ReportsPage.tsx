import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { NO_CUSTOMER } from '#web/features/alerts/alert-words.ts';
import { SiteTags } from '#web/features/customers/customers.gql.ts';
import { formatMonth, isMonth } from '#web/lib/format.ts';
import { isMissing, readServerError } from '#web/lib/server-errors.ts';
import { PAGE, useTableParams } from '#web/lib/table-params.ts';
import { Card } from '#web/ui/Card.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChevronLeft, ChevronRight, Download, FileText } from '#web/ui/icons.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Results } from '#web/ui/Results.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Muted } from '#web/ui/text.tsx';
import { pagePolicies } from '#web/ui/useLoadMore.ts';
import { ReportMonths, ReportOfMonth } from './reports.gql.ts';
import { filePath, reportPath, type Scope } from './report-words.ts';
import { WholeReport } from './WholeReport.tsx';

const params = {
  sorts: [],
  usual: { by: '', descending: false },
  filters: ['month', 'customer', 'tag', 'by'],
};

/** The figures of a month: of a customer, of the sites without one or with a tag, or of all sites. The address says which. */
export function ReportsPage() {
  const list = useTableParams(params);
  const { customer, by, ...chosen } = list.chosen;
  const known = useQuery(ReportMonths, { fetchPolicy: 'cache-and-network' });
  const months = known.data?.reportMonths;
  const month = chosen.month ?? months?.[0]?.month;
  const scope = { month: month ?? '', customer, tag: customer ? undefined : chosen.tag };
  const isUnassigned = customer === NO_CUSTOMER;
  const skip = (list.page - 1) * PAGE;
  const { data, previousData, error, loading, refetch } = useQuery(ReportOfMonth, {
    variables: {
      month: scope.month,
      customerId: isUnassigned ? null : (customer ?? null),
      unassigned: isUnassigned,
      tag: scope.tag ?? null,
      first: PAGE,
      skip,
      customers: PAGE,
      skipCustomers: skip,
    },
    skip: !isMonth(month),
    ...pagePolicies,
  });
  const answer = data ?? (error ? undefined : previousData);
  const report = answer?.report;
  const failure = months || isMonth(month) ? error : known.error;
  const isWrongMonth = month !== undefined && (!isMonth(month) || isAboutMonth(error));
  const latest = months?.[0] && { ...scope, month: months[0].month };
  return (
    <>
      <PageHeader
        title="Reports"
        description="Uptime, incidents and response times of a month, without planned work."
        action={
          report && report.siteCount > 0 && data && <Downloads scope={scope} subject={report.subject} />
        }
      />
      <Controls scope={scope} months={months ?? []} onChoose={list.choose} />
      {isWrongMonth ? (
        <Nothing title="There is no report for this month" to={latest} words="View the latest report">
          {isMonth(month)
            ? `${formatMonth(month)} hasn’t begun yet.`
            : 'The address should name a month such as 2026-05.'}
        </Nothing>
      ) : failure && isMissing(failure) ? (
        <Nothing
          title={scope.tag ? 'Tag not found' : 'Customer not found'}
          to={{ month: scope.month }}
          words="View the report of all sites"
        >
          {scope.tag
            ? 'No site has this tag now, or had it in this month.'
            : 'It may have been deleted, or it belongs to another team.'}
        </Nothing>
      ) : failure && !answer ? (
        <LoadFailed
          title="We couldn’t load the report"
          error={failure}
          onRetry={() => Promise.all([known.refetch(), isMonth(month) && refetch()])}
        />
      ) : !answer ? (
        <SkeletonRows rows={8} />
      ) : !report ? (
        <Nothing
          title={`No report for ${formatMonth(scope.month)}`}
          to={latest}
          words="View the latest report"
        >
          No data for this month. Monitoring started later.
        </Nothing>
      ) : report.siteCount === 0 ? (
        <NoSites scope={scope} subject={report.subject} />
      ) : (
        <Results searching={loading && !data}>
          <WholeReport
            report={report}
            scope={scope}
            by={by}
            page={list.page}
            onPage={list.setPage}
            onChoose={list.choose}
          />
        </Results>
      )}
    </>
  );
}

/** Whether the server refused the month, such as one in the future. */
const isAboutMonth = (error: unknown): boolean => 'month' in readServerError(error).fields;

function Downloads({ scope, subject }: { scope: Scope; subject: string }) {
  const name = `${subject.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-${scope.month}`;
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
      <DownloadButton path={filePath(scope, 'csv')} file={`${name}.csv`}>
        <Download size={16} strokeWidth={1.75} aria-hidden />
        Download CSV
      </DownloadButton>
      <DownloadButton variant="solid" path={filePath(scope, 'pdf')} file={`${name}.pdf`}>
        <FileText size={16} strokeWidth={1.75} aria-hidden />
        Download PDF
      </DownloadButton>
    </chakra.div>
  );
}

type ControlsProps = {
  scope: Scope;
  /** Latest first. */
  months: readonly { month: string; isFinal: boolean }[];
  onChoose: (changes: Record<string, string | undefined>) => void;
};

/** Chooses the month, and all sites or those with a tag. */
function Controls({ scope: { month, customer, tag }, months, onChoose }: ControlsProps) {
  const tags = useQuery(SiteTags, { skip: customer !== undefined }).data?.siteTags ?? [];
  const at = months.findIndex((one) => one.month === month);
  const [later, earlier] = at < 0 ? [] : [months[at - 1]?.month, months[at + 1]?.month];
  const listed =
    months.some((one) => one.month === month) || !isMonth(month) ? [] : [{ month, isFinal: true }];
  const words = (one: (typeof months)[number]) =>
    `${formatMonth(one.month)}${one === months[0] && !one.isFinal ? ' (so far)' : ''}`;
  const step = (label: string, to: string | undefined, icon: ReactNode) => (
    <Button
      variant="outline"
      size="sm"
      px={2}
      aria-label={label}
      aria-disabled={!to || undefined}
      onClick={() => to && onChoose({ month: to })}
    >
      {icon}
    </Button>
  );
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mb={3}>
      {step('Previous month', earlier, <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />)}
      <Select
        aria-label="Month"
        w={{ base: 'calc(100% - 6.5rem)', md: 'auto' }}
        options={[...listed, ...months].map((one) => ({ value: one.month, label: words(one) }))}
        value={month}
        onChange={({ target }) => onChoose({ month: target.value })}
      />
      {step('Next month', later, <ChevronRight size={16} strokeWidth={1.75} aria-hidden />)}
      {customer ? (
        <Button variant="outline" size="sm" onClick={() => onChoose({ customer: undefined })}>
          All customers
        </Button>
      ) : (
        (tags.length > 0 || tag) && (
          <Select
            aria-label="Tag"
            w={{ base: 'full', md: 'auto' }}
            placeholder="All sites"
            options={[...new Set([...tags.map((one) => one.tag), ...(tag ? [tag] : [])])].map((value) => ({
              value,
              label: `Sites tagged ${value}`,
            }))}
            value={tag ?? ''}
            onChange={({ target }) => onChoose({ tag: target.value || undefined })}
          />
        )
      )}
    </chakra.div>
  );
}

type NothingProps = { title: string; to: Scope | undefined; words: string; children: ReactNode };

const Nothing = ({ title, to, words, children }: NothingProps) => (
  <Card>
    <EmptyState
      icon={<FileText size={28} strokeWidth={1.5} aria-hidden />}
      title={title}
      action={
        to && (
          <Button asChild>
            <RouterLink to={to.month ? reportPath(to) : '/reports'}>{words}</RouterLink>
          </Button>
        )
      }
    >
      {children}
    </EmptyState>
  </Card>
);

/** Why a report has no sites, and what to do about it. */
function NoSites({ scope, subject }: { scope: Scope; subject: string }) {
  const { customer, tag } = scope;
  const [title, words, to, action] =
    customer === NO_CUSTOMER
      ? [
          'All sites had a customer in this month',
          'Their uptime and incidents are in the reports of their customers.',
          reportPath({ ...scope, customer: undefined }),
          'View all customers',
        ]
      : customer
        ? [
            `${subject} had no sites in this month`,
            'Assign sites to this customer. Their uptime and incidents then appear here.',
            '/customers?tab=sites&assigned=no',
            'Assign sites',
          ]
        : tag
          ? [
              `No sites were tagged ${subject}`,
              'Add the tag to sites or customers. Their uptime and incidents then appear here.',
              '/customers?tab=sites',
              'Tag sites',
            ]
          : [
              'No sites yet',
              'Add a controller and choose its sites. Their uptime and incidents appear here within the hour.',
              '/controllers',
              'Add a controller',
            ];
  return (
    <Card>
      <EmptyState
        icon={<FileText size={28} strokeWidth={1.5} aria-hidden />}
        title={title}
        action={
          <Button asChild>
            <RouterLink to={to}>{action}</RouterLink>
          </Button>
        }
      >
        <Muted as="span">{words}</Muted>
      </EmptyState>
    </Card>
  );
}
