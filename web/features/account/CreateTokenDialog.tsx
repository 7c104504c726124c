import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import type { TokenScope } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { addToList } from '#web/lib/cache.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { OneTimeSecretDialog } from '#web/ui/OneTimeSecretDialog.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { scopes, scopeWords } from './token-words.ts';

const TokenLifetime = graphql(`
  query TokenLifetime {
    apiLimits {
      tokenDays
    }
  }
`);

const CreateApiToken = graphql(`
  mutation CreateApiToken($input: ApiTokenInput!) {
    createApiToken(input: $input) {
      token
      apiToken {
        ...ApiTokenFields
      }
    }
  }
`);

/** Lifetimes offered, in days, besides the longest one that the security policy allows. */
const usual = [7, 30, 90];

const year = 365;

function lifetimesUpTo(longest: number) {
  const days = [...usual.filter((one) => one < longest), longest];
  return days.map((one) => ({
    value: String(one),
    label: one === year ? '1 year' : one === 1 ? '1 day' : `${one} days`,
  }));
}

type Values = { name: string; scope: TokenScope; expiresInDays: number };

const beginning: Values = { name: '', scope: 'read', expiresInDays: 90 };

type Props = { onMade?: (token: string) => void; onClose: () => void };

/** Creates a token and shows it once. */
export function CreateTokenDialog({ onMade, onClose }: Props) {
  const { user } = useSession();
  // Never cached, because an administrator may have changed the policy.
  const { data, error, refetch } = useQuery(TokenLifetime, { fetchPolicy: 'network-only' });
  const longest = data?.apiLimits.tokenDays;
  const [create] = useMutation(CreateApiToken, {
    update: (cache, { data: made }) =>
      made && addToList(cache, 'apiTokens', made.createApiToken.apiToken, 'first'),
  });
  const [made, setMade] = useState<string>();
  const looksOnly = !mayChange(user);
  const send = async ({ name, scope, expiresInDays }: Values) => {
    const { data } = await create({ variables: { input: { name, scopes: [scope], expiresInDays } } });
    const token = data?.createApiToken.token;
    setMade(token);
    if (token) onMade?.(token);
  };
  if (made) return <NewToken token={made} onClose={onClose} />;
  return (
    <FormDialog title="Create API token" onClose={onClose}>
      {longest === undefined ? (
        <DialogFields>
          {error ? (
            <LoadFailed title="We couldn't load the lifetimes" error={error} onRetry={refetch} />
          ) : (
            <SkeletonRows rows={3} />
          )}
        </DialogFields>
      ) : (
        <Form
          initial={{ ...beginning, expiresInDays: Math.min(beginning.expiresInDays, longest) }}
          rules={yupFor('ApiTokenInput').omit(['scopes'])}
          onSubmit={send}
          failure={{
            title: 'Creation Failed',
            check:
              'Look for the token in the list. If it’s there, revoke it and create another: it can’t be shown again.',
          }}
          alert
        >
          <DialogFields>
            <TextField
              name="name"
              label="Name"
              help="The program or machine that will use it."
              autoComplete="off"
              autoFocus
            />
            <SelectField
              name="scope"
              label="Permissions"
              help={
                looksOnly
                  ? 'You’re a viewer on this team, so your tokens can only read data and acknowledge alerts.'
                  : undefined
              }
              options={scopes.map((scope) => ({
                value: scope,
                label: `${scopeWords[scope].name}: ${scopeWords[scope].what}`,
                disabled: looksOnly && scope === 'manage',
              }))}
            />
            <SelectField
              name="expiresInDays"
              label="Expires after"
              help={
                longest < year
                  ? `Your security policy allows at most ${longest} ${longest === 1 ? 'day' : 'days'}.`
                  : undefined
              }
              options={lifetimesUpTo(longest)}
            />
          </DialogFields>
          <DialogButtons>
            <SubmitButton>Create token</SubmitButton>
          </DialogButtons>
        </Form>
      )}
    </FormDialog>
  );
}

const NewToken = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <OneTimeSecretDialog
    title="Your new API token"
    label="API token"
    text={token}
    what="the token"
    help="Copy it now. You won’t be able to see it again."
    onClose={onClose}
  />
);
