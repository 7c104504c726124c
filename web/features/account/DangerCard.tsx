import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { CardPart, SettingsCard } from '#web/ui/SettingsCard.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';

const DeleteAccountDialog = lazyDialog(() =>
  import('./DeleteAccountDialog.tsx').then((m) => m.DeleteAccountDialog),
);

const withTeam = 'This team goes with it unless other people are in it: then hand it over first.';
const withoutTeam = 'The teams of other people stay as they are.';

/** Taking everything along, and leaving for good. */
export function DangerCard() {
  const { user } = useSession();
  const [deleting, setDeleting] = useState(false);
  return (
    <SettingsCard title="Danger Zone" description="What cannot be taken back." danger>
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
        description={`Deletes it for good. ${user?.teamRole === 'owner' ? withTeam : withoutTeam}`}
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
