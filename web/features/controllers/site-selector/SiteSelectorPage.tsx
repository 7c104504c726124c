import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { ViewerNote } from '#web/features/auth/ViewerNote.tsx';
import { graphql, readFragment } from '#web/gql/index.ts';
import { endSessionIfSignedOut } from '#web/lib/session-end.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';
import { asksAboutDuplicates, KeyHelp, refusalTitle, refusalAction } from '../ConnectHelp.tsx';
import { useChangedLists } from '../controller-lists.ts';
import { SiteChoice } from './SiteChoice.tsx';
import { ControllerFields } from '../controllers.gql.ts';

export const ConnectSiteManager = graphql(`
  mutation ConnectSiteManager($input: SiteManagerInput!) {
    connectSiteManager(input: $input) {
      ...ControllerFields
    }
  }
`);

/** With a controller in the address, selects its site. Otherwise connects a controller. */
export function SiteSelectorPage() {
  const [parameters] = useSearchParams();
  const controller = parameters.get('controller');
  const looksOnly = useLooksOnly();
  if (controller) return <SiteChoice key={controller} controllerId={controller} />;
  return looksOnly ? <NothingToConnect /> : <ConnectPanel />;
}

/** A viewer sees no link to this page, but may have an old bookmark. */
const NothingToConnect = () => (
  <>
    <PageHeader
      title="Connect UniFi Site Manager"
      action={
        <Button asChild variant="outline">
          <Link to="/user-dashboard">Back to Dashboard</Link>
        </Button>
      }
    />
    <ViewerNote />
  </>
);

/** A key is enough, because UniFi supplies the rest. */
function ConnectPanel() {
  const navigate = useNavigate();
  const [connect] = useMutation(ConnectSiteManager, {
    refetchQueries: useChangedLists(),
    awaitRefetchQueries: true,
    onError: endSessionIfSignedOut,
  });
  const send = async (input: { apiKey: string; rejectDuplicate: boolean }) => {
    const { data, error } = await connect({ variables: { input } });
    if (error) throw error;
    const controller = data && readFragment(ControllerFields, data.connectSiteManager);
    if (!controller) throw new Error('The response contains no controller');
    const isSettled = controller.selectedSiteId && controller.totalSites === 1;
    void navigate(isSettled ? '/user-dashboard' : `/site-selector?controller=${controller.id}`);
  };
  return (
    <>
      <PageHeader
        title="Connect UniFi Site Manager"
        description="One key connects every console that its owner can access."
      />
      <Card maxW="27rem" p={5}>
        <Form
          initial={{ apiKey: '', ...asksAboutDuplicates }}
          rules={yupFor('SiteManagerInput')}
          onSubmit={send}
          success={{
            title: 'UniFi Site Manager connected',
            description: 'The first reading is in progress.',
            type: 'success',
          }}
          failure={{
            title: refusalTitle,
            fallback: 'Failed to connect UniFi Site Manager. Please check your API key.',
            action: refusalAction,
          }}
          alert
        >
          <TextField
            name="apiKey"
            label="Site Manager API key"
            type="password"
            autoComplete="new-password"
            spellCheck={false}
            autoFocus
            mono
            help={<KeyHelp />}
          />
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
            <SubmitButton>Connect</SubmitButton>
            <Progress />
          </chakra.div>
        </Form>
      </Card>
    </>
  );
}

function Progress() {
  const { isSubmitting } = useFormikContext();
  return (
    <Hint as="span" role="status">
      {isSubmitting && 'Checking what this key can access…'}
    </Hint>
  );
}
