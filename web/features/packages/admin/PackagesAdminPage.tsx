import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Package, Plus } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { AllPackages } from './admin.gql.ts';
import { DeletePackage } from './DeletePackage.tsx';
import type { Sold } from './package-form.ts';
import { PackageForm } from './PackageForm.tsx';
import { SoldCard } from './SoldCard.tsx';
import { PackageTeams } from './SubscriberCount.tsx';

/** What is sold: the list, or the form that makes a package or changes one, which the address names. */
export function PackagesAdminPage() {
  const { data, error, refetch } = useQuery(AllPackages, { fetchPolicy: 'cache-and-network' });
  const [search, setSearch] = useSearchParams();
  const packages = data?.allPackages;
  const close = () => setSearch({});
  if (search.has('new')) {
    return (
      <>
        <PageHeader title="Create Package" description="It stands last in the price list." />
        <PackageForm onClose={close} />
      </>
    );
  }
  const edited = packages?.find(({ id }) => id === search.get('edit'));
  if (edited) {
    return (
      <>
        <PageHeader title={`Edit ${edited.name}`} description={<PackageTeams packageId={edited.id} />} />
        <PackageForm key={edited.id} sold={edited} onClose={close} />
      </>
    );
  }
  const create = () => setSearch({ new: '' });
  return (
    <>
      <PageHeader
        title="Package Management"
        description="What customers can subscribe to, by the month."
        action={
          <Button onClick={create}>
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            Create Package
          </Button>
        }
      />
      {!packages && error && (
        <LoadFailed title="The packages could not be loaded" error={error} onRetry={refetch} />
      )}
      {!packages && !error && <SkeletonRows />}
      {packages?.length === 0 && <NoPackages onCreate={create} />}
      {packages && packages.length > 0 && (
        <Cards packages={packages} onEdit={({ id }) => setSearch({ edit: id })} />
      )}
    </>
  );
}

function Cards({ packages, onEdit }: { packages: readonly Sold[]; onEdit: (sold: Sold) => void }) {
  const [deleting, setDeleting] = useState<Sold>();
  return (
    <>
      <chakra.ul
        aria-label="Packages"
        role="list"
        listStyleType="none"
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 17rem), 1fr))"
        gap={4}
      >
        {packages.map((sold) => (
          <li key={sold.id}>
            <SoldCard sold={sold} onEdit={() => onEdit(sold)} onDelete={() => setDeleting(sold)} />
          </li>
        ))}
      </chakra.ul>
      {deleting && <DeletePackage sold={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

const NoPackages = ({ onCreate }: { onCreate: () => void }) => (
  <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
    <EmptyState
      title="No packages available"
      icon={<Package size={28} strokeWidth={1.5} aria-hidden />}
      action={<Button onClick={onCreate}>Create Package</Button>}
    >
      Visitors find an empty price list. A package says what a month costs and how far it reaches.
    </EmptyState>
  </chakra.div>
);
