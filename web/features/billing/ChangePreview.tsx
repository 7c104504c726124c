import { chakra } from '@chakra-ui/react';
import type { PreviewPackageChangeQuery } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { minorMoney } from '#web/lib/money.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Preview = PreviewPackageChangeQuery['previewPackageChange'];

type Props = {
  preview: Preview;
  name: string;
  /** Days of history, where they get fewer. */
  keeps?: number;
};

/** What changing costs now and later, and what of the team's would be beyond the new limits. */
export function ChangePreview({ preview, name, keeps }: Props) {
  const { amountDue, credit, currency, nextAmount, nextPaymentAt, over } = preview;
  const next = nextPaymentAt ? `Next payment, ${dayOf(new Date(nextPaymentAt))}` : 'Next payment';
  return (
    <>
      <div role="status">
        <chakra.dl
          px={3.5}
          py={3}
          borderRadius="surface"
          bg="bg.subtle"
          fontVariantNumeric="tabular-nums"
          display="flex"
          flexDirection="column"
          gap={1.5}
        >
          <Line what="Due now" sum={amountDue > 0 ? minorMoney(amountDue, currency) : 'Nothing'} strong />
          {credit > 0 && (
            <Line what="Credit, taken off your next invoices" sum={minorMoney(credit, currency)} />
          )}
          <Line what={next} sum={minorMoney(nextAmount, currency)} />
        </chakra.dl>
      </div>
      {over.length > 0 && (
        <Notice state="warning" title={`${name} is smaller than what you use`}>
          <chakra.ul ps={4} listStyleType="disc">
            {over.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </chakra.ul>
          Controllers and devices stay: the oldest are watched, the others listed without being watched.{' '}
          {keeps ? `Only history older than ${days(keeps)} goes.` : 'Nothing is deleted.'}
        </Notice>
      )}
    </>
  );
}

const days = (count: number) => (count === 1 ? '1 day' : `${count.toLocaleString()} days`);

const Line = ({ what, sum, strong }: { what: string; sum: string; strong?: boolean }) => (
  <chakra.div display="flex" justifyContent="space-between" gap={4}>
    <chakra.dt color="fg.muted">{what}</chakra.dt>
    <chakra.dd whiteSpace="nowrap" fontWeight={strong ? 'semibold' : 'medium'}>
      {sum}
    </chakra.dd>
  </chakra.div>
);
