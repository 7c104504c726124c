import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { CardPart } from '#web/ui/SettingsCard.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { ApiTokens } from './account.gql.ts';
import { ApiTokenRow } from './ApiTokenRow.tsx';
import { CardList } from './CardList.tsx';

const CreateTokenDialog = lazyDialog(() =>
  import('./CreateTokenDialog.tsx').then((m) => m.CreateTokenDialog),
);

type Props = { onMade?: (token: string) => void };

/** The person's API tokens in this team; `onMade` is told a new one, which nobody can show again. */
export function ApiTokenList({ onMade }: Props) {
  const { data, error, refetch } = useQuery(ApiTokens, { fetchPolicy: 'cache-and-network' });
  const [creating, setCreating] = useState(false);
  const tokens = data?.apiTokens;
  return (
    <CardPart
      title="API tokens"
      description="With one, a program acts for you in this team, as far as you may yourself."
      action={
        <Button variant="outline" size="sm" onClick={() => setCreating(true)}>
          Create token
        </Button>
      }
    >
      {!tokens && !error && <SkeletonRows rows={2} />}
      {error && !tokens && (
        <LoadFailed title="Your API tokens could not be loaded" error={error} onRetry={refetch} />
      )}
      {tokens?.length === 0 && (
        <chakra.p color="fg.muted">
          You have no API tokens. One stands here with what it may do and when it was last used.
        </chakra.p>
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
