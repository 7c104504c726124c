import { Button, chakra } from '@chakra-ui/react';
import { useMutation } from '@apollo/client/react';
import {
  asksAboutDuplicates,
  KeyHelp,
  refusalTitle,
  refusalAction,
} from '#web/features/controllers/ConnectHelp.tsx';
import { useChangedLists } from '#web/features/controllers/controller-lists.ts';
import { ControllerFields, UpdateController } from '#web/features/controllers/controllers.gql.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { UnsavedChangesPrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SectionTitle } from '#web/ui/text.tsx';

export const CreateController = graphql(`
  mutation CreateController($input: ControllerInput!) {
    createController(input: $input) {
      ...ControllerFields
    }
  }
`);

type Props = {
  /** The controller to edit. Left out to create one. */
  controller?: ControllerFieldsFragment;
  /** Called after saving or canceling. */
  onDone: () => void;
};

/** A controller's name and API key. A blank key keeps the stored one. */
export function SiteManagerForm({ controller, onDone }: Props) {
  return (
    <>
      <SectionTitle id="site-manager" mb={4} overflowWrap="anywhere">
        {controller ? `Edit ${controller.name}` : 'Site Manager Configuration'}
      </SectionTitle>
      {controller ? <EditForm controller={controller} onDone={onDone} /> : <CreateForm onDone={onDone} />}
    </>
  );
}

function CreateForm({ onDone }: Pick<Props, 'onDone'>) {
  const [create] = useMutation(CreateController, {
    refetchQueries: useChangedLists(),
    awaitRefetchQueries: true,
  });
  const send = async (input: { name: string; apiKey: string; rejectDuplicate: boolean }) => {
    const { data } = await withSessionCheck(create({ variables: { input } }));
    onDone();
    return data && readFragment(ControllerFields, data.createController);
  };
  return (
    <Form
      initial={{ name: '', apiKey: '', ...asksAboutDuplicates }}
      rules={yupFor('ControllerInput')}
      onSubmit={send}
      success={(created) => ({
        title: 'Controller connected',
        description: nextStep(created),
        type: 'success',
      })}
      failure={{
        title: refusalTitle,
        fallback: 'Failed to connect UniFi Site Manager. Please check your API key.',
        action: refusalAction,
      }}
    >
      <TextField name="name" label="Controller name" autoComplete="off" />
      <KeyField help={<KeyHelp />} />
      <div>
        <SubmitButton>Connect</SubmitButton>
      </div>
      <UnsavedChangesPrompt />
    </Form>
  );
}

const nextStep = (created: ControllerFieldsFragment | undefined) =>
  created?.selectedSiteName
    ? `${created.selectedSiteName} is now monitored.`
    : 'All of its sites are now monitored. Open its sites to select a single one.';

function EditForm({ controller, onDone }: Required<Props>) {
  const [update] = useMutation(UpdateController);
  const send = async ({ name, apiKey }: { name: string; apiKey?: string }) => {
    const input = apiKey ? { name, apiKey } : { name };
    await withSessionCheck(update({ variables: { id: controller.id, input } }));
    onDone();
  };
  return (
    <Form
      initial={{ name: controller.name, apiKey: '' }}
      // The key is optional here. The server's error about a new one appears under the field.
      rules={yupFor('ControllerInput').pick(['name'])}
      onSubmit={send}
      success={{ title: 'Controller updated', type: 'success' }}
      failure={{
        title: 'Failed to update controller.',
        check: 'Reload the page to see whether the controller was updated.',
      }}
    >
      <TextField name="name" label="Controller name" autoComplete="off" autoFocus />
      <KeyField placeholder={`••••••••${controller.apiKeyTail}`} help="Leave blank to keep the stored key." />
      <chakra.div display="flex" gap={2}>
        <SubmitButton>Update</SubmitButton>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
      </chakra.div>
      <UnsavedChangesPrompt />
    </Form>
  );
}

function KeyField(props: { placeholder?: string; help: React.ReactNode }) {
  return (
    <TextField
      {...props}
      name="apiKey"
      label="API key"
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      mono
    />
  );
}
