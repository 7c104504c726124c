import { useMutation } from '@apollo/client/react';
import { Badge, Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ApiTokenFieldsFragment } from '#web/gql/graphql.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ApiTokens, RevokeApiToken } from './account.gql.ts';
import { expiryWords, scopeWords } from './token-words.ts';

/** One token: its name, what it may do, how it ends, and the way to end it now. */
export function ApiTokenRow({ token }: { token: ApiTokenFieldsFragment }) {
  const { name, scopes, tail, createdAt, lastUsedAt, expiresAt } = token;
  const [asking, setAsking] = useState(false);
  const { text, isOver } = expiryWords(expiresAt, new Date());
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
        <chakra.p textStyle="sm" color="fg.muted">
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
        </chakra.p>
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
    refetchQueries: [ApiTokens],
    awaitRefetchQueries: true,
  });
  return (
    <DeedDialog
      onClose={onClose}
      deed={() => revoke()}
      success={{ title: 'API token revoked', type: 'success' }}
      failure={{ title: 'Revoking failed', check: 'Reload the page to see whether the token was revoked.' }}
      title="Revoke API token"
      confirmLabel="Revoke token"
    >
      Programs that use{' '}
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {token.name}
      </chakra.b>{' '}
      are refused from now on.
    </DeedDialog>
  );
}
