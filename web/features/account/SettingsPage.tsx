import { Button, chakra } from '@chakra-ui/react';
import { Users } from '#web/ui/icons.tsx';
import { Link } from 'react-router';
import { useSession } from '#web/features/auth/useSession.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { DangerCard } from './DangerCard.tsx';
import { IntegrationsCard } from './IntegrationsCard.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';

/** Everything about one's own account, card by card. */
export function SettingsPage() {
  const { user } = useSession();
  return (
    <chakra.div maxW="64rem">
      <PageHeader
        title="User Settings"
        description="Your own account. What belongs to the team is set on the team's page."
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
        <chakra.div display="flex" flexDirection="column" gap={4}>
          <ProfileCard user={user} />
          <SecurityCard user={user} />
          <NotificationsCard />
          <IntegrationsCard />
          <DangerCard />
        </chakra.div>
      )}
    </chakra.div>
  );
}
