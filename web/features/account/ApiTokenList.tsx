import { useMutation, useQuery } from '@apollo/client/react';
import { Badge, Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useClock } from '#web/lib/useClock.ts';
import type { ApiTokenFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { CardPart } from '#web/ui/SettingsCard.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { ApiTokens } from './account.gql.ts';
import { CardList } from '#web/ui/CardList.tsx';
import { expiryWords, scopeWords } from './token-words.ts';

export const ApiTokenFields = graphql(`
  fragment ApiTokenFields on ApiToken {
    id
    name
    scopes
    tail
    createdAt
    lastUsedAt
    expiresAt
  }
`);

const RevokeApiToken = graphql(`
  mutation RevokeApiToken($id: ID!) {
    revokeApiToken(id: $id)
  }
`);

const CreateTokenDialog = lazyDialog(() =>
  import('./CreateTokenDialog.tsx').then((m) => m.CreateTokenDialog),
);

type Props = { onMade?: (token: string) => void };

/** The person's API tokens for this team. `onMade` receives a new token, which can't be shown again. */
export function ApiTokenList({ onMade }: Props) {
  const { data, error, refetch } = useQuery(ApiTokens, { fetchPolicy: 'cache-and-network' });
  const [creating, setCreating] = useState(false);
  const tokens = data && readFragment(ApiTokenFields, data.apiTokens);
  return (
    <CardPart
      title="API tokens"
      description="Programs use these to act on your behalf in this team, with up to your own permissions."
      action={
        <Button variant="outline" size="sm" onClick={() => setCreating(true)}>
          Create token
        </Button>
      }
    >
      {!tokens && !error && <SkeletonRows rows={2} />}
      {error && !tokens && (
        <LoadFailed title="We couldn’t load your API tokens" error={error} onRetry={refetch} />
      )}
      {tokens?.length === 0 && (
        <Muted>
          No API tokens yet. Each one appears here with its permissions and when it was last used.
        </Muted>
      )}
      {tokens && tokens.length > 0 && (
        <CardList label="API tokens" all={tokens} keyOf={({ id }) => id}>
          {(token) => <ApiTokenRow token={token} />}
        </CardList>
      )}
      {creating && <CreateTokenDialog onMade={onMade} onClose={() => setCreating(false)} />}
    </CardPart>
  );
}

function ApiTokenRow({ token }: { token: ApiTokenFieldsFragment }) {
  const { name, scopes, tail, createdAt, lastUsedAt, expiresAt } = token;
  const [asking, setAsking] = useState(false);
  const { text, isOver } = expiryWords(expiresAt, new Date(useClock('quarter')));
  return (
    <>
      <chakra.div minW={0}>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={2} rowGap={1}>
          <chakra.span fontWeight="medium" overflowWrap="anywhere" minW={0}>
            {name}
          </chakra.span>
          {scopes.map((scope) => (
            <Badge key={scope}>{scopeWords[scope].name}</Badge>
          ))}
        </chakra.div>
        <Hint>
          <chakra.span fontFamily="mono" textStyle="xs">
            nl_…{tail}
          </chakra.span>
          {' · created '}
          <RelativeTime at={createdAt} />
          {' · '}
          {lastUsedAt ? (
            <>
              last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
          {' · '}
          <chakra.span color={isOver ? 'fg.error' : undefined} fontWeight={isOver ? 'medium' : undefined}>
            {text}
          </chakra.span>
        </Hint>
      </chakra.div>
      <Button variant="ghost" size="sm" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      {asking && <RevokeDialog token={token} onClose={() => setAsking(false)} />}
    </>
  );
}

function RevokeDialog({ token, onClose }: { token: ApiTokenFieldsFragment; onClose: () => void }) {
  const [revoke] = useMutation(RevokeApiToken, {
    variables: { id: token.id },
    update: (cache) => removeEntity(cache, token),
  });
  return (
    <ActionDialog
      onClose={onClose}
      action={() => revoke()}
      success={{ title: 'API token revoked', type: 'success' }}
      failure={{ title: 'Revoke failed', check: 'Reload the page to see whether the token was revoked.' }}
      title="Revoke API token"
      confirmLabel="Revoke token"
    >
      Programs that use{' '}
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {token.name}
      </chakra.b>{' '}
      lose access immediately.
    </ActionDialog>
  );
}
