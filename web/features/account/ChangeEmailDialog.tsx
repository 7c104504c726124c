import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ProofFields } from '#web/features/auth/ProofFields.tsx';
import { graphql } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogDone, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { PendingEmail } from './account.gql.ts';

const RequestEmailChange = graphql(`
  mutation RequestEmailChange($input: NewEmailInput!) {
    requestEmailChange(input: $input) {
      message
    }
  }
`);

type Props = {
  /** The current address. */
  email: string;
  /** A pending new address, to resend its link. */
  newEmail?: string;
  onClose: () => void;
};

/** Asks for the new address and a proof of identity, then sends a confirmation link. */
export function ChangeEmailDialog({ email, newEmail = '', onClose }: Props) {
  const [request] = useMutation(RequestEmailChange, { refetchQueries: [PendingEmail] });
  const [answer, setAnswer] = useState<string>();
  return (
    <FormDialog title="Change email" onClose={onClose}>
      {answer ? (
        <>
          <DialogFields>
            <Notice state="ok" title="Check your new inbox">
              {answer} Until then, sign in with {email}.
            </Notice>
          </DialogFields>
          <DialogDone autoFocus />
        </>
      ) : (
        <Form
          initial={{ email: newEmail, password: '', mfaToken: '' }}
          rules={yupFor('NewEmailInput')}
          onSubmit={async (input) => {
            const { data } = await request({ variables: { input } });
            setAnswer(data?.requestEmailChange.message);
          }}
          failure={{
            title: 'Update failed',
            check: 'Check your inbox for a confirmation email before you try again.',
          }}
          alert
        >
          <DialogFields>
            <TextField
              name="email"
              label="New email"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoFocus={!newEmail}
            />
            <ProofFields />
          </DialogFields>
          <DialogButtons>
            <SubmitButton>Send link</SubmitButton>
          </DialogButtons>
        </Form>
      )}
    </FormDialog>
  );
}
