import { Button } from '@chakra-ui/react';
import { Link, useSearchParams } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ConnectPanel } from './ConnectPanel.tsx';
import { SiteChoice } from './SiteChoice.tsx';

/** With a controller: which of its sites is watched. Without: connect one. */
export function SiteSelectorPage() {
  const [parameters] = useSearchParams();
  const controller = parameters.get('controller');
  const looksOnly = useLooksOnly();
  if (controller) return <SiteChoice key={controller} controllerId={controller} />;
  return looksOnly ? <NothingToConnect /> : <ConnectPanel />;
}

/** What leads here is not offered to a viewer; an old bookmark may. */
const NothingToConnect = () => (
  <>
    <PageHeader
      title="Connect UniFi Site Manager"
      action={
        <Button asChild variant="outline">
          <Link to="/user-dashboard">Back to Dashboard</Link>
        </Button>
      }
    />
    <ViewerNote />
  </>
);
