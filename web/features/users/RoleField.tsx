import { useFormikContext } from 'formik';
import { SelectField } from '#web/ui/SelectField.tsx';
import { roleWords, type Actor, type Person, type Role } from './person.ts';

const roles = Object.keys(roleWords) as Role[];

/** The role of a person; what one may not give cannot be chosen, and the line below says why. */
export function RoleField({ person, actor }: { person: Person; actor: Actor }) {
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
  if (isSelf) return 'You cannot change your own role.';
  if (changed) return 'Another role signs them out everywhere at once.';
  return mayRaise
    ? 'Admins and super admins run the platform.'
    : 'Admins run the platform. Only a super administrator can make somebody a super administrator.';
}
