import { chakra } from '@chakra-ui/react';
import type { PreviewPackageChangeQuery } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/dates.ts';
import { minorMoney } from '#web/lib/money.ts';
import { Notice } from '#web/ui/Notice.tsx';

type Preview = PreviewPackageChangeQuery['previewPackageChange'];

/** What changing costs now and later, and what of the team's would be beyond the new limits. */
export function ChangePreview({ preview, name }: { preview: Preview; name: string }) {
  const { amountDue, credit, currency, nextAmount, nextPaymentAt, over } = preview;
  const from = nextPaymentAt ? `From ${dayOf(new Date(nextPaymentAt))}, each month` : 'Then, each month';
  return (
    <>
      <chakra.dl
        role="status"
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
          <Line what="Taken off for what is paid and unused" sum={minorMoney(credit, currency)} />
        )}
        <Line what={from} sum={minorMoney(nextAmount, currency)} />
      </chakra.dl>
      {over.length > 0 && (
        <Notice state="warning" title={`${name} is smaller than what you use`}>
          <chakra.ul ps={4} listStyleType="disc">
            {over.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </chakra.ul>
          Nothing is deleted: the oldest stay watched, the rest is listed without being watched.
        </Notice>
      )}
    </>
  );
}

const Line = ({ what, sum, strong }: { what: string; sum: string; strong?: boolean }) => (
  <chakra.div display="flex" justifyContent="space-between" gap={4}>
    <chakra.dt color="fg.muted">{what}</chakra.dt>
    <chakra.dd whiteSpace="nowrap" fontWeight={strong ? 'semibold' : 'medium'}>
      {sum}
    </chakra.dd>
  </chakra.div>
);
