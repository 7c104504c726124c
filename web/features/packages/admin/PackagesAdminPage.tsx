import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Package, Plus } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { graphql } from '#web/gql/index.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { onButton } from '#web/lib/shorten.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Card } from '#web/ui/Card.tsx';
import { PriceList } from '../packages.gql.ts';
import { AllPackages, UpdatePackage } from './admin.gql.ts';
import type { AdminPackage } from './package-form.ts';
import { PackageForm } from './PackageForm.tsx';
import { QuestionDialog } from './QuestionDialog.tsx';
import { AdminPackageCard } from './AdminPackageCard.tsx';
import { PackageTeams } from './SubscriberCount.tsx';

const DeletePackage = graphql(`
  mutation DeletePackage($id: ID!) {
    deletePackage(id: $id)
  }
`);

/** The list of packages, or the form to create or edit one, depending on the address. */
export function PackagesAdminPage() {
  const { data, error, refetch } = useQuery(AllPackages, { fetchPolicy: 'cache-and-network' });
  const [search, setSearch] = useSearchParams();
  const packages = data && unmasked(data.allPackages);
  const close = () => setSearch({});
  if (search.has('new')) {
    return (
      <>
        <PageHeader title="Create Package" description="New packages go last in the price list." />
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
        description="The monthly packages that customers can subscribe to."
        action={
          <Button onClick={create}>
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            Create Package
          </Button>
        }
      />
      {!packages && error && (
        <LoadFailed title="We couldn’t load the packages" error={error} onRetry={refetch} />
      )}
      {!packages && !error && <SkeletonRows />}
      {packages?.length === 0 && <NoPackages onCreate={create} />}
      {packages && packages.length > 0 && (
        <Cards packages={packages} onEdit={({ id }) => setSearch({ edit: id })} />
      )}
    </>
  );
}

function Cards({
  packages,
  onEdit,
}: {
  packages: readonly AdminPackage[];
  onEdit: (sold: AdminPackage) => void;
}) {
  const [deleting, setDeleting] = useState<AdminPackage>();
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
            <AdminPackageCard sold={sold} onEdit={() => onEdit(sold)} onDelete={() => setDeleting(sold)} />
          </li>
        ))}
      </chakra.ul>
      {deleting && <DeletePackageDialog sold={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

const NoPackages = ({ onCreate }: { onCreate: () => void }) => (
  <Card>
    <EmptyState
      title="No packages available"
      icon={<Package size={28} strokeWidth={1.5} aria-hidden />}
      action={<Button onClick={onCreate}>Create Package</Button>}
    >
      The price list is empty. Create a package with a monthly price and limits.
    </EmptyState>
  </Card>
);

type Props = { sold: AdminPackage; onClose: () => void };

/** Confirms deleting a package. One that teams have can only be made inactive. */
function DeletePackageDialog({ sold, onClose }: Props) {
  const { id, name } = sold;
  const [refusal, setRefusal] = useState<string>();
  const [remove] = useMutation(DeletePackage, {
    variables: { id },
    update: (cache) => removeEntity(cache, sold),
  });
  const action = async () => {
    try {
      await remove();
      toast({ title: 'Success', description: 'Package deleted successfully', type: 'success' });
      onClose();
    } catch (error) {
      const { code, sentence } = readServerError(error);
      if (code === 'CONFLICT' && sentence) return setRefusal(sentence);
      toastFailure(error, { title: 'Deletion Failed', fallback: 'Failed to delete package' });
      onClose();
    }
  };
  if (refusal) return <Archive sold={sold} why={refusal} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={action}
      title="Delete package"
      confirmLabel={`Delete package ${onButton(name)}`}
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {name}
      </chakra.b>{' '}
      will be permanently deleted.
    </ConfirmDialog>
  );
}

/** Offers the alternative. */
function Archive({ sold, why, onClose }: Props & { why: string }) {
  const [update] = useMutation(UpdatePackage, { refetchQueries: [PriceList] });
  const archive = async () => {
    try {
      await update({ variables: { id: sold.id, input: { isActive: false } } });
      toast({ title: 'Success', description: 'Package updated successfully', type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Update Failed', fallback: 'Failed to update package' });
    }
    onClose();
  };
  return (
    <QuestionDialog
      title={`${sold.name} can’t be deleted`}
      confirm={sold.isActive ? { label: 'Make inactive', act: archive } : undefined}
      onClose={onClose}
    >
      {why}
    </QuestionDialog>
  );
}
