import { useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Stack } from '@chakra-ui/react';
import { useRef, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { NO_CUSTOMER } from '#web/features/alerts/alert-words.ts';
import { SiteTags } from '#web/features/customers/customers.gql.ts';
import type { ReportOfMonthQuery } from '#web/gql/graphql.ts';
import { readFragment } from '#web/gql/index.ts';
import { formatCount, formatMonth, formatPercentDown, isMonth } from '#web/lib/format.ts';
import { sitePath } from '#web/lib/places.ts';
import { isMissing, readServerError } from '#web/lib/server-errors.ts';
import { PAGE, useTableParams } from '#web/lib/table-params.ts';
import { Card } from '#web/ui/Card.tsx';
import { Chart } from '#web/ui/Chart.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChevronLeft, ChevronRight, Download, FileText } from '#web/ui/icons.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { Results } from '#web/ui/Results.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { pagePolicies } from '#web/ui/useLoadMore.ts';
import { ReportEmails } from './ReportEmails.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { ReportIncidents } from './ReportIncidents.tsx';
import { ReportFigureFields, ReportMonths, ReportOfMonth } from './reports.gql.ts';
import { ReportState } from './ReportState.tsx';
import { ReportTable, type Row } from './ReportTable.tsx';
import { filePath, reportPath, type Scope } from './report-words.ts';

type Report = NonNullable<ReportOfMonthQuery['report']>;

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
          title="Customer not found"
          to={{ ...scope, customer: undefined }}
          words="View the report of all sites"
        >
          It may have been deleted, or it belongs to another team.
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
          <Whole
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

type WholeProps = {
  report: Report;
  scope: Scope;
  by: string | undefined;
  page: number;
  onPage: (page: number) => void;
  onChoose: ControlsProps['onChoose'];
};

function Whole({ report, scope, by, page, onPage, onChoose }: WholeProps) {
  const { subject, siteCount, customerCount, customers, sites, before } = report;
  const list = useRef<HTMLDivElement>(null);
  const figures = readFragment(ReportFigureFields, report.figures);
  const hasCustomers = !scope.customer && (customerCount > 1 || customers.some(({ id }) => id !== null));
  const isByCustomer = hasCustomers && (by ? by === 'customer' : !scope.tag);
  const total: Row = {
    key: 'all',
    of: subject,
    name: `All ${formatCount(siteCount, 'site')}`,
    figures,
    scope,
    isTotal: true,
  };
  const rows = isByCustomer ? customers.map(customerRow(scope)) : sites.map(siteRow(scope));
  const count = isByCustomer ? customerCount : siteCount;
  return (
    <Stack gap={6}>
      <section aria-labelledby="subject">
        <SectionTitle id="subject" overflowWrap="anywhere">
          {`${scope.tag ? `Sites tagged ${subject}` : subject}, ${formatMonth(scope.month)}`}
        </SectionTitle>
        <ReportState report={report} />
        <ReportFigures
          figures={figures}
          before={before ? { ...before, month: monthBefore(scope.month) } : undefined}
          scope={scope}
        />
      </section>
      <UptimeByDay days={report.days} />
      <chakra.section aria-labelledby="rows">
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap={3}
          mb={3}
        >
          <SectionTitle id="rows">
            {isByCustomer ? 'Customers, worst first' : 'Sites, worst first'}
          </SectionTitle>
          {hasCustomers && (
            <Select
              aria-label="Rows"
              w="auto"
              options={[
                { value: 'customer', label: 'By customer' },
                { value: 'site', label: 'By site' },
              ]}
              value={isByCustomer ? 'customer' : 'site'}
              onChange={({ target }) => onChoose({ by: target.value })}
            />
          )}
        </chakra.div>
        <div ref={list}>
          <ReportTable
            label={isByCustomer ? 'Customers' : 'Sites'}
            first={isByCustomer ? 'Customer' : 'Site'}
            rows={page === 1 && count > 1 ? [total, ...rows] : rows}
          />
        </div>
        <Pager
          page={page}
          count={count}
          nouns={isByCustomer ? ['customer', 'customers'] : ['site', 'sites']}
          onPage={onPage}
          list={list}
        />
      </chakra.section>
      <ReportIncidents report={report} scope={scope} />
      {!scope.tag && scope.customer !== NO_CUSTOMER && <ReportEmails scope={scope} subject={subject} />}
    </Stack>
  );
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

const customerRow =
  ({ month }: Scope) =>
  ({ id, name, siteCount, ...more }: Report['customers'][number]): Row => {
    const scope = { month, customer: id ?? NO_CUSTOMER };
    const to = reportPath(scope);
    const of = name ?? 'Sites without a customer';
    return {
      key: scope.customer,
      of,
      name: <Name to={to}>{of}</Name>,
      note: formatCount(siteCount, 'site'),
      figures: readFragment(ReportFigureFields, more.figures),
      scope,
      to,
    };
  };

const siteRow =
  (scope: Scope) =>
  ({ hostId, name, controllerId, customerId, customerName, ...more }: Report['sites'][number]): Row => {
    const to = controllerId ? sitePath(controllerId, hostId) : undefined;
    return {
      key: hostId,
      of: name,
      name: to ? <Name to={to}>{name}</Name> : name,
      note: !scope.customer && customerId && (
        <Name to={reportPath({ month: scope.month, customer: customerId })}>{customerName}</Name>
      ),
      figures: readFragment(ReportFigureFields, more.figures),
      scope,
      site: hostId,
      to,
    };
  };

const Name = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link asChild variant="plain" color="inherit" overflowWrap="anywhere">
    <RouterLink to={to}>{children}</RouterLink>
  </Link>
);

/** The days that have begun. Those of which nothing is known are hatched. */
function UptimeByDay({ days }: Pick<Report, 'days'>) {
  const begun = days.filter(({ measuredPercent }) => measuredPercent != null);
  const values = begun.map(({ uptimePercent }) => uptimePercent ?? null);
  const lowest = Math.min(99.5, ...values.filter((value) => value !== null));
  if (begun.length === 0) return null;
  return (
    <chakra.section aria-labelledby="days">
      <Card p={{ base: 4, md: 5 }}>
        <SectionTitle id="days" mb={3}>
          Uptime by day
        </SectionTitle>
        <Chart
          label="Uptime"
          times={begun.map(({ day }) => day)}
          values={values}
          format={(value) => formatPercentDown(value)}
          scale={[Math.floor(lowest), 100]}
          dayHead="Day"
        />
      </Card>
    </chakra.section>
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
