import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Me } from '#web/features/auth/auth.gql.ts';
import { ProofFields } from '#web/features/auth/ProofFields.tsx';
import type { TeamMemberFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { DialogButtons, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { Muted } from '#web/ui/text.tsx';
import { TeamMembers } from './teams.gql.ts';

const TransferOwnership = graphql(`
  mutation TransferOwnership($input: TransferOwnershipInput!) {
    transferOwnership(input: $input) {
      ...TeamMemberFields
    }
  }
`);

type Props = { member: TeamMemberFieldsFragment; teamName: string; onClose: () => void };

/** Transfers ownership after a proof of identity. */
export function TransferOwnershipDialog({ member, teamName, onClose }: Props) {
  const [handOver] = useMutation(TransferOwnership, {
    refetchQueries: [Me, TeamMembers],
    awaitRefetchQueries: true,
    // The list of teams is mounted only with the sidebar.
    update: (cache) => void cache.evict({ fieldName: 'myTeams' }),
  });
  const send = async (input: { memberId: string; password: string; mfaToken?: string }) => {
    await handOver({ variables: { input } });
    onClose();
  };
  return (
    <FormDialog title={`Transfer ownership of ${teamName}`} onClose={onClose}>
      <Form
        initial={{ memberId: member.id, password: '', mfaToken: '' }}
        rules={yupFor('TransferOwnershipInput')}
        onSubmit={send}
        success={{
          title: 'Ownership transferred',
          description: `${member.name} now owns ${teamName}, and you’re a member.`,
          type: 'success',
        }}
        failure={{
          title: 'Ownership not transferred',
          check: 'Reload the page to see whether the team has a new owner.',
        }}
        alert
      >
        <DialogFields>
          <Muted overflowWrap="anywhere">
            <chakra.b fontWeight="semibold" color="fg">
              {member.name}
            </chakra.b>{' '}
            will become the owner and manage the team’s members. You’ll become a member. Only they can
            transfer it back.
          </Muted>
          <ProofFields />
        </DialogFields>
        <DialogButtons>
          <SubmitButton colorPalette="danger">Transfer ownership</SubmitButton>
        </DialogButtons>
      </Form>
    </FormDialog>
  );
}
