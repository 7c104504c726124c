import { useMutation } from '@apollo/client/react';
import { useFormikContext } from 'formik';
import { useSession } from '#web/features/auth/useSession.ts';
import type { UserChanges } from '#web/gql/graphql.ts';
import { keysOf } from '#web/lib/keys-of.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { type Actor, nameOf, type Person, type Role, roleWords } from './person.ts';
import { UpdateUser } from './users.gql.ts';

const rules = yupFor('UserChanges');

type Props = { person: Person; onClose: () => void; onChanged?: () => void };

/** The documented Edit dialog. */
export function EditPerson({ person, onClose, onChanged }: Props) {
  const { user: actor } = useSession();
  const [update] = useMutation(UpdateUser);
  const { id, firstName, lastName, companyName, role } = person;

  const save = async (values: UserChanges) => {
    // Send cleared fields as empty. Omitted fields keep their stored value.
    const cleared = { firstName: '', lastName: '', companyName: '' };
    await update({ variables: { id, input: { ...cleared, ...values } } });
    onChanged?.();
    onClose();
  };
  return (
    <EditDialog
      title={`Edit ${nameOf(person)}`}
      description={person.email}
      onClose={onClose}
      submit="Save Changes"
      initial={{ firstName, lastName, companyName, role }}
      rules={rules}
      onSubmit={save}
      success={{ title: 'Success', description: 'User updated successfully', type: 'success' }}
      failure={{ title: 'Update failed', fallback: 'Failed to update user' }}
    >
      <TextField name="firstName" label="First Name" autoComplete="off" />
      <TextField name="lastName" label="Last Name" autoComplete="off" />
      <TextField name="companyName" label="Company Name" autoComplete="off" />
      <RoleField person={person} actor={actor} />
    </EditDialog>
  );
}

const roles = keysOf(roleWords);

/** Roles that the viewer can't assign are disabled, and the hint says why. */
function RoleField({ person, actor }: { person: Person; actor: Actor }) {
  const { values } = useFormikContext<{ role: Role }>();
  const isSelf = actor?.id === person.id;
  const mayRaise = actor?.role === 'super_admin';
  return (
    <SelectField
      name="role"
      label="Role"
      disabled={isSelf}
      help={reason({ isSelf, mayRaise, changed: values.role !== person.role })}
      options={roles.map((role) => ({
        value: role,
        label: roleWords[role],
        disabled: role === 'super_admin' && !mayRaise,
      }))}
    />
  );
}

function reason({ isSelf, mayRaise, changed }: Record<'isSelf' | 'mayRaise' | 'changed', boolean>): string {
  if (isSelf) return 'You can’t change your own role.';
  if (changed) return 'Changing the role signs them out everywhere immediately.';
  return mayRaise
    ? 'Admins and super admins run the platform.'
    : 'Admins run the platform. Only a super admin can assign the super admin role.';
}
