import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { Pencil, UserPlus } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { ConfigurationCard } from '#web/features/configuration/ConfigurationCard.tsx';
import type { TeamMemberFieldsFragment } from '#web/gql/graphql.ts';
import { useAddress } from '#web/lib/useAddress.ts';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { Invitations } from './Invitations.tsx';
import { MembersList } from './MembersList.tsx';
import { TeamMembers } from './teams.gql.ts';

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx').then((m) => m.InviteDialog));
const RenameDialog = lazyDialog(() => import('./RenameDialog.tsx').then((m) => m.RenameDialog));
const HandOverDialog = lazyDialog(() => import('./HandOverDialog.tsx').then((m) => m.HandOverDialog));
const GoDialog = lazyDialog(() => import('./GoDialog.tsx').then((m) => m.GoDialog));

type Member = TeamMemberFieldsFragment;
type Open = 'rename' | { handOverTo: Member } | { goes: Member };

/** Who is in the team, and who was asked to join it. */
export function TeamPage() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(TeamMembers, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const [open, setOpen] = useState<Open>();
  const [inviting, setInviting] = useAddress('invite');
  const owns = user?.teamRole === 'owner';
  const members = data?.teamMembers;
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title="Team"
        description={
          <chakra.span display="inline-flex" alignItems="center" gap={1} overflowWrap="anywhere">
            {user?.team?.name}
            {owns && (
              <Button
                variant="ghost"
                size="sm"
                px={0}
                aria-label="Edit team"
                onClick={() => setOpen('rename')}
              >
                <Pencil size={16} strokeWidth={1.75} aria-hidden />
              </Button>
            )}
          </chakra.span>
        }
        action={
          owns && (
            <Button onClick={() => setInviting('')}>
              <UserPlus size={16} strokeWidth={1.75} aria-hidden />
              Invite
            </Button>
          )
        }
      />
      <chakra.section aria-labelledby="members" mb={8}>
        <chakra.h2 id="members" textStyle="lg" fontWeight="semibold" mb={3}>
          Members
        </chakra.h2>
        {error && !members ? (
          <LoadFailed title="The members could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <chakra.div borderWidth="1px" borderRadius="surface" bg="bg.panel" overflowX="auto">
            {members ? (
              <MembersList
                members={members}
                owns={owns}
                onHandOver={(handOverTo) => setOpen({ handOverTo })}
                onGo={(goes) => setOpen({ goes })}
              />
            ) : (
              <SkeletonRows rows={3} />
            )}
          </chakra.div>
        )}
      </chakra.section>
      {owns && <Invitations />}
      <ConfigurationCard />
      {owns && inviting !== undefined && <InviteDialog onClose={() => setInviting(undefined)} />}
      {open === 'rename' && user?.team && <RenameDialog team={user.team} onClose={close} />}
      {typeof open === 'object' && 'handOverTo' in open && (
        <HandOverDialog member={open.handOverTo} teamName={user?.team?.name ?? ''} onClose={close} />
      )}
      {typeof open === 'object' && 'goes' in open && (
        <GoDialog member={open.goes} teamName={user?.team?.name ?? ''} onClose={close} />
      )}
    </>
  );
}
