import { chakra, Link, Stack } from '@chakra-ui/react';
import { useRef, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { NO_CUSTOMER } from '#web/features/alerts/alert-words.ts';
import type { ReportOfMonthQuery } from '#web/gql/graphql.ts';
import { readFragment } from '#web/gql/index.ts';
import { formatCount, formatMonth, formatPercentDown } from '#web/lib/format.ts';
import { sitePath } from '#web/lib/places.ts';
import { Card } from '#web/ui/Card.tsx';
import { Chart } from '#web/ui/Chart.tsx';
import { Pager } from '#web/ui/Pager.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { ReportEmails } from './ReportEmails.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { ReportIncidents } from './ReportIncidents.tsx';
import { ReportFigureFields } from './reports.gql.ts';
import { ReportState } from './ReportState.tsx';
import { ReportTable, type Row } from './ReportTable.tsx';
import { reportPath, type Scope } from './report-words.ts';

type Report = NonNullable<ReportOfMonthQuery['report']>;

type Props = {
  report: Report;
  scope: Scope;
  by: string | undefined;
  page: number;
  onPage: (page: number) => void;
  onChoose: (changes: { by: string }) => void;
};

/** A report: its figures, uptime by day, customers or sites, and incidents. */
export function WholeReport({ report, scope, by, page, onPage, onChoose }: Props) {
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
        <SectionHead>
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
        </SectionHead>
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
