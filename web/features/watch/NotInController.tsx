import { useQuery } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SearchX } from '#web/ui/icons.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

export const ControllerOfAddress = graphql(`
  query ControllerOfAddress($id: ID!) {
    controller(id: $id) {
      id
    }
  }
`);

type Props = { what: 'Device' | 'Site'; controllerId: string; children: string };

/** A device or site that the address names but that doesn't exist. The controller in the address may not exist either. */
export function NotInController({ what, controllerId, children }: Props) {
  const { data, error } = useQuery(ControllerOfAddress, { variables: { id: controllerId } });
  return (
    <>
      <PageHeader title={what} />
      <Card>
        <EmptyState
          icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
          title={`${what} not found`}
          action={
            (data || error) && (
              <Button asChild>
                {data ? (
                  <RouterLink to={`/controllers/${controllerId}`}>View its controller</RouterLink>
                ) : (
                  <RouterLink to="/controllers">View your controllers</RouterLink>
                )}
              </Button>
            )
          }
        >
          {children}
        </EmptyState>
      </Card>
    </>
  );
}
