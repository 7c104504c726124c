import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useRef } from 'react';
import type { MailSuppressionsQuery } from '#web/gql/graphql.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { EmailUsage, MailSuppressions, RemoveMailSuppression } from './email.gql.ts';

/** Addresses that take no mail, and the way to write to them again. */
export function Suppressions() {
  const { data, error, refetch } = useQuery(MailSuppressions, { fetchPolicy: 'cache-and-network' });
  const place = useRef<HTMLDivElement>(null);
  if (!data && error)
    return <LoadFailed title="The addresses could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={1} />;
  const { mailSuppressions } = data;
  return (
    <chakra.div ref={place} tabIndex={-1} outline={0}>
      {mailSuppressions.length === 0 ? (
        <chakra.p color="fg.muted">
          No address is suppressed. One that bounces or is refused for good appears here with the reason.
        </chakra.p>
      ) : (
        <chakra.ul
          aria-label="Suppressed addresses"
          listStyleType="none"
          borderWidth="1px"
          borderRadius="surface"
          css={{ '& > li + li': { borderTopWidth: '1px' } }}
        >
          {mailSuppressions.map((one) => (
            <Suppressed key={one.id} {...one} onRemoved={() => place.current?.focus()} />
          ))}
        </chakra.ul>
      )}
    </chakra.div>
  );
}

type Props = MailSuppressionsQuery['mailSuppressions'][number] & { onRemoved: () => void };

function Suppressed({ id, address, reason, createdAt, onRemoved }: Props) {
  const [remove, { loading }] = useMutation(RemoveMailSuppression, {
    refetchQueries: [MailSuppressions, EmailUsage],
    awaitRefetchQueries: true,
  });
  const lift = async () => {
    try {
      await remove({ variables: { id } });
      onRemoved();
      toast({ title: 'Address removed', description: `Mail goes to ${address} again.`, type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Error', fallback: 'Failed to remove the address' });
    }
  };
  return (
    <chakra.li display="flex" alignItems="center" gap={3} ps={4} pe={2} py={2}>
      <chakra.div flex={1} minW={0} overflowWrap="anywhere">
        <chakra.p fontWeight="medium">{address}</chakra.p>
        <chakra.p textStyle="sm" color="fg.muted">
          {reason} · <RelativeTime at={createdAt} />
        </chakra.p>
      </chakra.div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Remove ${address}`}
        aria-disabled={loading || undefined}
        onClick={() => !loading && void lift()}
      >
        Remove
      </Button>
    </chakra.li>
  );
}
