import { useMutation } from '@apollo/client/react';
import { Button, Dialog, Portal } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { RuleDialogFooter } from '#web/features/alerts/RuleDialogFooter.tsx';
import { useSession } from '#web/features/auth/useSession.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useReturnFocus } from '#web/ui/useReturnFocus.ts';
import { nameOf, type Person } from './person.ts';
import { RoleField } from './RoleField.tsx';
import { UpdateUser } from './users.gql.ts';

const rules = yupFor('UserChanges');

type Props = { person: Person; onClose: () => void; onChanged?: () => void };

/** The documented Edit dialog: names, company and role of a person. What was typed is not lost by a slip. */
export function EditPerson({ person, onClose, onChanged }: Props) {
  useReturnFocus();
  const { user: actor } = useSession();
  const [update] = useMutation(UpdateUser);
  const [leaving, setLeaving] = useState(false);
  const dirty = useRef(false);
  const leave = () => (dirty.current ? setLeaving(true) : onClose());
  const { id, firstName, lastName, companyName, role } = person;

  const save = async (values: Partial<Record<keyof Person, string>>) => {
    // What was emptied is sent as empty: left out, it would stay as it was.
    const { firstName = '', lastName = '', companyName = '' } = values;
    const input = { firstName, lastName, companyName, role: (values.role as Person['role']) ?? role };
    await update({ variables: { id, input } });
    onChanged?.();
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && leave()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content css={{ '& > form': { flex: 1, minHeight: 0, gap: 0 } }}>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">Edit {nameOf(person)}</Dialog.Title>
              <Dialog.Description overflowWrap="anywhere">{person.email}</Dialog.Description>
            </Dialog.Header>
            <Form
              initial={{ firstName, lastName, companyName, role }}
              rules={rules}
              onSubmit={save}
              success={{ title: 'Success', description: 'User updated successfully', type: 'success' }}
              failure={{ title: 'Update failed', fallback: 'Failed to update user' }}
            >
              <TellDirty tell={(is) => (dirty.current = is)} />
              <Dialog.Body display="flex" flexDirection="column" gap={4}>
                <TextField name="firstName" label="First Name" autoComplete="off" />
                <TextField name="lastName" label="Last Name" autoComplete="off" />
                <TextField name="companyName" label="Company Name" autoComplete="off" />
                <RoleField person={person} actor={actor} />
              </Dialog.Body>
              <RuleDialogFooter
                leaving={leaving}
                onStay={() => setLeaving(false)}
                onLeave={leave}
                onDiscard={onClose}
                submit="Save Changes"
              />
            </Form>
            <Dialog.CloseTrigger asChild>
              <Button variant="ghost" size="sm" px={0} aria-label="Close">
                <X size={18} strokeWidth={1.75} aria-hidden />
              </Button>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function TellDirty({ tell }: { tell: (dirty: boolean) => void }) {
  tell(useFormikContext().dirty);
  return null;
}
