import { useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/index.ts';

export const OperatorAttention = graphql(`
  query OperatorAttention {
    operatorAttention {
      unansweredMessages
      oldestMessageAt
      failedPayments
      oldestFailedPaymentAt
      waitlistUnemailed
      latePolls
      oldestLatePollAt
    }
  }
`);

/** Where the customers with a failed payment are listed. */
export const failedPaymentsPath = '/admin/users?subscription=overdue';

/** What waits for the operator. Screens share the result, and each one refetches it when it opens. */
export function useOperatorAttention({ skip = false } = {}) {
  const { data, error, refetch } = useQuery(OperatorAttention, { fetchPolicy: 'cache-and-network', skip });
  return { attention: data?.operatorAttention, error, refetch };
}
