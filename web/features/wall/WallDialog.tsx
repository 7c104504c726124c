import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { addToList, removeEntity } from '#web/lib/cache.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { DividedList } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Form } from '#web/ui/Form.tsx';
import { DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { OneTimeSecretDialog } from '#web/ui/OneTimeSecretDialog.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { Hint } from '#web/ui/text.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';

export const WallLinks = graphql(`
  query WallLinks {
    wallLinks {
      id
      name
      createdBy
      createdAt
      lastOpenedAt
    }
  }
`);

export const CreateWallLink = graphql(`
  mutation CreateWallLink($input: WallLinkInput!) {
    createWallLink(input: $input) {
      url
      link {
        id
        name
        createdBy
        createdAt
        lastOpenedAt
      }
    }
  }
`);

export const RevokeWallLink = graphql(`
  mutation RevokeWallLink($id: ID!) {
    revokeWallLink(id: $id)
  }
`);

/** Milliseconds after which the list is read again, because no event says that a screen has opened a link. */
const EVERY = 10_000;

/** Links that show open alerts on a screen without signing in. */
export function WallDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(WallLinks, { fetchPolicy: 'cache-and-network' });
  usePolling(data ? EVERY : undefined, refetch);
  const [made, setMade] = useState<string>();
  const [create] = useMutation(CreateWallLink, {
    update: (cache, { data: created }) => {
      if (created) addToList(cache, 'wallLinks', created.createWallLink.link, 'first');
    },
  });
  if (made !== undefined)
    return (
      <OneTimeSecretDialog
        title="Your new wall link"
        label="Link"
        text={made}
        what="the link"
        help="Open it on the screen now, or copy it. You won’t be able to see it again."
        isLink
        onClose={() => setMade(undefined)}
      />
    );
  return (
    <FormDialog
      title="Wall"
      description="Shows only your open alerts, without signing in. Anyone who has the link can see the wall until you revoke it."
      size="md"
      onClose={onClose}
    >
      <DialogFields>
        {error && !data && <LoadFailed title="We couldn’t load the links" error={error} onRetry={refetch} />}
        {!error && !data && <SkeletonRows rows={2} />}
        {data?.wallLinks.length === 0 && <Hint>No links yet. Create one for each screen.</Hint>}
        {data && data.wallLinks.length > 0 && (
          <DividedList aria-label="Links">
            {data.wallLinks.map((link) => (
              <WallLinkRow key={link.id} {...link} />
            ))}
          </DividedList>
        )}
        <Form
          initial={{ name: '' }}
          rules={yupFor('WallLinkInput')}
          onSubmit={async (input) => {
            const { data: created } = await create({ variables: { input } });
            setMade(created?.createWallLink.url);
          }}
          failure={{
            title: 'Link not created',
            check:
              'Look for the link in the list. If it’s there, revoke it and create another: it can’t be shown again.',
          }}
        >
          <chakra.div display="flex" gap={2} alignItems="flex-end" flexWrap="wrap">
            <chakra.div flex="1 1 12rem">
              <TextField name="name" label="Where is the screen?" placeholder="Office TV" />
            </chakra.div>
            <SubmitButton>Create link</SubmitButton>
          </chakra.div>
        </Form>
      </DialogFields>
    </FormDialog>
  );
}

type RowProps = {
  id: string;
  name: string;
  createdBy: string;
  createdAt: string;
  lastOpenedAt?: string | null;
};

function WallLinkRow({ id, name, createdBy, createdAt, lastOpenedAt }: RowProps) {
  const [isAsking, setAsking] = useState(false);
  const [revoke] = useMutation(RevokeWallLink, {
    variables: { id },
    update: (cache) => removeEntity(cache, { __typename: 'WallLink', id }),
  });
  const onRevoke = async () => {
    try {
      await revoke();
      toast({
        title: 'Link revoked',
        description: `${name} stops showing alerts within seconds.`,
        type: 'success',
      });
    } catch (error) {
      toastFailure(error, {
        title: 'Revoke failed',
        check: 'Open this dialog again to see whether the link was revoked.',
      });
      setAsking(false);
    }
  };
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" gap={2} py={2.5}>
      <chakra.div flex="1 1 12rem" minW={0}>
        <chakra.p fontWeight="medium" overflowWrap="anywhere">
          {name}
        </chakra.p>
        <Hint>
          Created by {createdBy} <RelativeTime at={createdAt} />
          {' · '}
          {lastOpenedAt ? (
            <>
              last seen <RelativeTime at={lastOpenedAt} />
            </>
          ) : (
            'never opened'
          )}
        </Hint>
      </chakra.div>
      <Button variant="ghost" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={onRevoke}
          title={`Revoke ${name}?`}
          confirmLabel="Revoke link"
        >
          Screens that use this link stop showing alerts within seconds. To show them again, create a new
          link.
        </ConfirmDialog>
      )}
    </chakra.li>
  );
}
