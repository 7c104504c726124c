import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as To } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Card } from '#web/ui/Card.tsx';
import { PriceList } from '../packages.gql.ts';
import { AllPackages } from './admin.gql.ts';
import { CompareTable, mostPopular, moved } from './CompareTable.tsx';
import type { AdminPackage } from './package-form.ts';

const ReorderPackages = graphql(`
  mutation ReorderPackages($ids: [ID!]!) {
    reorderPackages(ids: $ids) {
      ...SoldPackageFields
    }
  }
`);

/** Compares the packages and sets their order in the price list. */
export function PackageManagerPage() {
  const { data, error, refetch } = useQuery(AllPackages, { fetchPolicy: 'cache-and-network' });
  const { move, said } = useMoving();
  const packages = data && unmasked(data.allPackages);
  return (
    <>
      <PageHeader
        title="Package Manager"
        description="Compare packages and set their order in the price list. The second active package is flagged as most popular."
      />
      {!packages && error && (
        <LoadFailed title="We couldn’t load the packages" error={error} onRetry={refetch} />
      )}
      {!packages && !error && <SkeletonRows rows={8} />}
      {packages?.length === 0 && (
        <Card>
          <EmptyState title="No packages available">
            <To to="/admin/packages?new">Create your first package</To>
          </EmptyState>
        </Card>
      )}
      {packages && packages.length > 0 && (
        <CompareTable packages={packages} onMove={(index, by) => void move(packages, index, by)} />
      )}
      <chakra.p role="status" srOnly>
        {said}
      </chakra.p>
    </>
  );
}

/** Moves a package optimistically and announces its new place. Moves it back if the order can't be saved. */
function useMoving() {
  const [reorder] = useMutation(ReorderPackages, { refetchQueries: [PriceList] });
  const [said, setSaid] = useState('');
  const move = async (packages: readonly AdminPackage[], index: number, by: number) => {
    const next = moved(packages, index, by);
    const one = packages[index]!;
    const place = next.indexOf(one) + 1;
    const flag = mostPopular(next) === one ? ', most popular' : '';
    setSaid(`${one.name} is now ${place} of ${next.length}${flag}.`);
    try {
      await reorder({
        variables: { ids: next.map(({ id }) => id) },
        optimisticResponse: { reorderPackages: [...next] },
        update: (cache, { data }) => {
          if (data)
            cache.writeQuery({
              query: AllPackages,
              data: { allPackages: unmasked(data.reorderPackages) },
            });
        },
      });
      toast({ title: 'Success', description: 'Package order updated successfully', type: 'success' });
    } catch (error) {
      setSaid('');
      toastFailure(error, { title: 'Update Failed', fallback: 'Failed to update package' });
    }
  };
  return { move, said };
}
