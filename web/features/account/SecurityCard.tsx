import { useQuery } from '@apollo/client/react';
import { Badge, Button, Link, Switch } from '@chakra-ui/react';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import type { SessionUser } from '#web/features/auth/useSession.ts';
import { CardPart, SettingsCard } from '#web/ui/SettingsCard.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { AccountTwoFactor } from './account.gql.ts';
import { ActiveSessions } from './ActiveSessions.tsx';

const ChangePasswordDialog = lazyDialog(() =>
  import('./ChangePasswordDialog.tsx').then((m) => m.ChangePasswordDialog),
);

/** Below this many the person is told: the next ones should be made in time. */
const FEW_CODES = 4;

/** How the account is guarded, and where it is open. */
export function SecurityCard({ user }: { user: SessionUser }) {
  return (
    <SettingsCard
      title="Security & Authentication"
      description="What guards your account, and where it is open."
    >
      <TwoFactor enabled={user.twoFactorEnabled} />
      <Password />
      <ActiveSessions />
    </SettingsCard>
  );
}

function TwoFactor({ enabled }: { enabled: boolean }) {
  const { data } = useQuery(AccountTwoFactor, { fetchPolicy: 'cache-and-network' });
  const navigate = useNavigate();
  const left = data?.twoFactor.recoveryCodesLeft;
  return (
    <CardPart
      title="Two-Factor Authentication"
      description={
        <>
          {enabled
            ? 'A code of your authenticator app is asked for when you sign in.'
            : 'Adds a code of an authenticator app to your password.'}
          {enabled && left !== undefined && (
            <>
              {' '}
              {codes(left)}
              {left < FEW_CODES && (
                <>
                  {' '}
                  <Link asChild>
                    <RouterLink to="/2fa-setup">Make new ones</RouterLink>
                  </Link>
                </>
              )}
            </>
          )}
          {data?.twoFactor.required && ' The platform asks everybody for it.'}
        </>
      }
      action={
        <Switch.Root checked={enabled} onCheckedChange={() => void navigate('/2fa-setup')}>
          {enabled && (
            <Badge bg="state.ok.subtle" color="state.ok">
              Enabled
            </Badge>
          )}
          <Switch.HiddenInput aria-label="Two-factor authentication" />
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
        </Switch.Root>
      }
    />
  );
}

const codes = (left: number): string =>
  left === 1 ? '1 recovery code is left.' : `${left === 0 ? 'No' : left} recovery codes are left.`;

function Password() {
  const [changing, setChanging] = useState(false);
  return (
    <CardPart
      title="Password"
      description="A new one ends your other sessions."
      action={
        <Button variant="outline" size="sm" onClick={() => setChanging(true)}>
          Change password
        </Button>
      }
    >
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </CardPart>
  );
}
