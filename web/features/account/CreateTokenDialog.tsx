import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import type { TokenScope } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ApiTokens, CreateApiToken } from './account.gql.ts';
import { NewToken } from './NewToken.tsx';
import { scopes, scopeWords } from './token-words.ts';

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'As long as allowed, at most 1 year' },
];

type Values = { name: string; scope: TokenScope; expiresInDays?: number };

const beginning: Values = { name: '', scope: 'read', expiresInDays: 90 };

type Props = { onMade?: (token: string) => void; onClose: () => void };

/** Makes a token and shows it, this once. */
export function CreateTokenDialog({ onMade, onClose }: Props) {
  const { user } = useSession();
  const [create] = useMutation(CreateApiToken, { refetchQueries: [ApiTokens] });
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
      <Form
        initial={beginning}
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
            label="What it may do"
            help={
              looksOnly ? 'You are a viewer of this team: a token of yours sees and acknowledges.' : undefined
            }
            options={scopes.map((scope) => ({
              value: scope,
              label: `${scopeWords[scope].name}: ${scopeWords[scope].what}`,
              disabled: looksOnly && scope === 'manage',
            }))}
          />
          <SelectField name="expiresInDays" label="Expires after" options={lifetimes} />
        </DialogFields>
        <DialogButtons>
          <SubmitButton>Create token</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
