import { useMutation } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import type { SiteScriptsFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { CheckboxField } from '#web/ui/CheckboxField.tsx';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { riskRules } from './seo-form.ts';

const AcceptScriptRisk = graphql(`
  mutation AcceptScriptRisk($statement: String!) {
    acceptScriptRisk(statement: $statement) {
      ...SiteScriptsFields
    }
  }
`);

const WithdrawScriptRisk = graphql(`
  mutation WithdrawScriptRisk {
    withdrawScriptRisk {
      ...SiteScriptsFields
    }
  }
`);

export const SiteScriptsFields = graphql(`
  fragment SiteScriptsFields on SiteScripts {
    state
    origin
    statement
    acceptedBy
    acceptedAt
  }
`);

/** The server enforces this. The screen only keeps people from typing in vain. */
export const useMayChangeScripts = (): boolean => useSession().user?.role === 'super_admin';

/** Where administrators' scripts run. On the app's own origin someone has to accept the risk first. */
export function Scripts({ scripts }: { scripts: SiteScriptsFieldsFragment }) {
  const { state, origin, acceptedBy, acceptedAt } = scripts;
  const mayChange = useMayChangeScripts();
  const [open, setOpen] = useState<'accept' | 'stop'>();
  const [withdraw] = useMutation(WithdrawScriptRisk);
  const close = () => setOpen(undefined);
  if (state === 'own_origin')
    return (
      <Notice state="info" title={`Scripts run only on ${origin}`}>
        The public site has its own address, so scripts on it can't reach the app or anyone's sign-in.
      </Notice>
    );
  const action = (label: string, what: 'accept' | 'stop') =>
    mayChange && (
      <Button size="sm" variant="outline" flexShrink={0} onClick={() => setOpen(what)}>
        {label}
      </Button>
    );
  return (
    <>
      {state === 'blocked' ? (
        <Notice state="warning" title="Scripts don't run yet" action={action('Allow scripts', 'accept')}>
          The public site and the app share the address {origin}. A script on a public page could read the
          sign-in token of anyone who signs in there in the same browser. Set SITE_URL to give the public site
          its own address
          {mayChange ? ', or accept the risk.' : '. Only a super administrator can accept the risk instead.'}
        </Notice>
      ) : (
        <Notice
          state="warning"
          title="Scripts run on the address where people sign in"
          action={action('Stop scripts', 'stop')}
        >
          They can read sign-in tokens. {acceptedBy} accepted this risk
          {acceptedAt && ` on ${formatDateTime(new Date(acceptedAt))}`}. Set SITE_URL to give the public site
          its own address.
        </Notice>
      )}
      {open === 'accept' && <AcceptDialog statement={scripts.statement} onClose={close} />}
      {open === 'stop' && (
        <ActionDialog
          title="Stop scripts on public pages?"
          confirmLabel="Stop scripts"
          onClose={close}
          action={withdraw}
          success={{ title: 'Scripts stopped', type: 'success' }}
          failure={{ title: 'Scripts not stopped', fallback: "We couldn't stop the scripts. Try again." }}
        >
          Analytics code and scripts in custom head tags stop running immediately. They stay saved.
        </ActionDialog>
      )}
    </>
  );
}

function AcceptDialog({ statement, onClose }: { statement: string; onClose: () => void }) {
  const [accept] = useMutation(AcceptScriptRisk);
  const send = async () => {
    await accept({ variables: { statement } });
    onClose();
  };
  return (
    <FormDialog
      title="Allow scripts on public pages?"
      description="Your name, the time and this statement are recorded in the audit log."
      onClose={onClose}
    >
      <Form
        initial={{ accepted: false }}
        rules={riskRules}
        onSubmit={send}
        success={{ title: 'Scripts allowed', type: 'success' }}
        failure={{ title: 'Scripts not allowed', fallback: "We couldn't save this. Try again." }}
        alert
      >
        <DialogFields>
          <CheckboxField name="accepted" label={statement} />
        </DialogFields>
        <DialogButtons>
          <SubmitButton>Allow scripts</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
