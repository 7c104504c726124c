import { useMutation } from '@apollo/client/react';
import { Badge, Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ApiTokenFieldsFragment } from '#web/gql/graphql.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { toast } from '#web/ui/toaster.tsx';
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
  const [revoke] = useMutation(RevokeApiToken, { refetchQueries: [ApiTokens], awaitRefetchQueries: true });
  const confirm = async () => {
    try {
      await revoke({ variables: { id: token.id } });
      toast({ title: 'API token revoked', type: 'success' });
    } catch (error) {
      const description = sentenceOf(error, 'The token is still good. Please try again.');
      toast({ title: 'Revoking failed', description, type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Revoke API token"
      confirmLabel="Revoke token"
    >
      Programs that use{' '}
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {token.name}
      </chakra.b>{' '}
      are refused from now on.
    </ConfirmDialog>
  );
}
