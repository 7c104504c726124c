import { Button, chakra, Stack } from '@chakra-ui/react';
import { Users } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { CardPart, SettingsCard } from '#web/ui/SettingsCard.tsx';
import { IntegrationsCard } from './IntegrationsCard.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';

export function SettingsPage() {
  const { user } = useSession();
  return (
    <chakra.div maxW="64rem">
      <PageHeader
        title="User Settings"
        description="Settings for your account. Manage your team on the team page."
        action={
          <Button asChild variant="outline">
            <Link to="/team">
              <Users size={16} strokeWidth={1.75} aria-hidden />
              Team members
            </Link>
          </Button>
        }
      />
      {user && (
        <Stack gap={4}>
          <ProfileCard user={user} />
          <SecurityCard user={user} />
          <NotificationsCard />
          <IntegrationsCard />
          <DangerCard />
        </Stack>
      )}
    </chakra.div>
  );
}

const DeleteAccountDialog = lazyDialog(() =>
  import('./DeleteAccountDialog.tsx').then((m) => m.DeleteAccountDialog),
);

const withTeam = 'This also deletes your team. If it has other members, transfer ownership first.';

const withoutTeam = 'Teams owned by other people aren’t affected.';

function DangerCard() {
  const { user } = useSession();
  const [deleting, setDeleting] = useState(false);
  return (
    <SettingsCard title="Danger Zone" description="Actions you can’t undo." danger>
      <CardPart
        title="Your data"
        description="Everything we store about you and the teams you own, as one JSON file without keys or passwords."
        action={
          <DownloadButton
            size="sm"
            path="/api/auth/data"
            file="account-data.json"
            done="Your data has been downloaded"
          >
            Download my data
          </DownloadButton>
        }
      />
      <CardPart
        title="Your account"
        description={`Permanently deletes your account. ${user?.teamRole === 'owner' ? withTeam : withoutTeam}`}
        action={
          <Button colorPalette="danger" size="sm" onClick={() => setDeleting(true)}>
            Delete Account
          </Button>
        }
      />
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </SettingsCard>
  );
}
