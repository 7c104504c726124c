import { Button, chakra } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { CustomersTab } from '#web/features/customers/CustomersTab.tsx';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { Plus } from '#web/ui/icons.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { SitesTab } from './SitesTab.tsx';

const CustomerDialog = lazyDialog(() =>
  import('#web/features/customers/CustomerDialog.tsx').then((m) => m.CustomerDialog),
);

/** The companies whose sites the team looks after, and the sites. */
export function CustomersPage() {
  const [adding, setAdding] = useSearchParam('new');
  const looksOnly = useLooksOnly();
  const add = () => setAdding('');
  return (
    <>
      <PageHeader
        title="Customers"
        description="The companies you look after, and their sites."
        action={
          looksOnly ? (
            <ViewerNote />
          ) : (
            <chakra.div display="flex" flexWrap="wrap" gap={2}>
              <Button asChild variant="outline">
                <RouterLink to="/customers/import">Import from HaloPSA</RouterLink>
              </Button>
              <Button onClick={add}>
                <Plus size={16} strokeWidth={1.75} aria-hidden />
                Add Customer
              </Button>
            </chakra.div>
          )
        }
      />
      <PageTabs
        tabs={[
          { name: 'customers', title: 'Customers', content: <CustomersTab onAdd={add} /> },
          { name: 'sites', title: 'Sites', content: <SitesTab /> },
        ]}
      />
      {adding !== undefined && !looksOnly && <CustomerDialog onClose={() => setAdding(undefined)} />}
    </>
  );
}
