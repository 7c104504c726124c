import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import type { ReportScheduleFieldsFragment, ReportSchedulesQuery } from '#web/gql/graphql.ts';
import { readFragment } from '#web/gql/index.ts';
import { formatList } from '#web/lib/format.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { Card, DividedList } from '#web/ui/Card.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { LinesField } from '#web/ui/LinesField.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { MultiCombobox } from '#web/ui/MultiCombobox.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { Hint, Muted, SectionHead, SectionTitle } from '#web/ui/text.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { pagePolicies, useLoadMore } from '#web/ui/useLoadMore.ts';
import { ToRows } from './ReportFigures.tsx';
import { ReportScheduleFields, ReportSchedules, SaveReportSchedule, SendReportToMe } from './reports.gql.ts';
import { reportPath, type Scope } from './report-words.ts';

type Schedule = ReportScheduleFieldsFragment;
type Member = ReportSchedulesQuery['teamMembers'][number];

/** Schedules per request. */
const PAGE = 50;

/** Who gets this report by email on the first of the month. The one of all sites also lists those of customers. */
export function ReportEmails({ scope, subject }: { scope: Scope; subject: string }) {
  const { data, error, refetch, fetchMore } = useQuery(ReportSchedules, {
    variables: { customerId: scope.customer ?? null, first: PAGE },
    ...pagePolicies,
  });
  const list = useRef<HTMLDivElement>(null);
  const known = data?.reportSchedules.length ?? 0;
  const [wholeAt, setWholeAt] = useState<number>();
  const { loadMore, loadingMore } = useLoadMore('recipients', async () => {
    const { data: page } = await fetchMore({ variables: { skip: known } });
    if (page?.reportSchedules.length === 0) setWholeAt(known);
  });
  // Every page but the last is full.
  const isWhole = known % PAGE > 0 || known === 0 || known === wholeAt;
  const owns = useSession().user?.teamRole === 'owner';
  const [editing, setEditing] = useState(false);
  if (error && !data)
    return <LoadFailed title="We couldn’t load who gets this report" error={error} onRetry={refetch} />;
  if (!data) return null;
  const schedules = readFragment(ReportScheduleFields, data.reportSchedules);
  const own = schedules.find(({ customerId }) => (customerId ?? undefined) === scope.customer);
  const others = scope.customer ? [] : schedules.filter(({ customerId, isActive }) => customerId && isActive);
  return (
    <chakra.section aria-labelledby="emails">
      <SectionHead>
        <SectionTitle id="emails">Monthly email</SectionTitle>
        {owns && (
          <chakra.div display="flex" flexWrap="wrap" gap={2}>
            <SendNow scope={scope} />
            <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
              {own?.isActive ? 'Change recipients' : 'Set up monthly email'}
            </Button>
          </chakra.div>
        )}
      </SectionHead>
      <Card ref={list}>
        <chakra.p px={4} py={3} overflowWrap="anywhere">
          {own?.isActive
            ? `Sent with the PDF on the first of each month at 07:00, team time, to ${formatList(recipientsOf(own, data.teamMembers))}.`
            : 'No one gets this report by email.'}
          {!owns && <Muted as="span"> Only the team owner can change this.</Muted>}
        </chakra.p>
        {own && own.unsubscribed.length > 0 && (
          <Hint px={4} pb={3} overflowWrap="anywhere">
            {`Unsubscribed, so nothing is sent to ${formatList(own.unsubscribed)}.`}
          </Hint>
        )}
        {others.length > 0 && (
          <DividedList borderTopWidth="1px">
            {others.map((one) => (
              <chakra.li key={one.customerId} px={4} py={2.5} overflowWrap="anywhere">
                <ToRows to={reportPath({ month: scope.month, customer: one.customerId ?? undefined })}>
                  {one.customerName}
                </ToRows>
                <Muted as="span">{`: ${formatList(recipientsOf(one, data.teamMembers))}`}</Muted>
              </chakra.li>
            ))}
          </DividedList>
        )}
      </Card>
      <LoadMore more={isWhole ? undefined : loadMore} loading={loadingMore} list={list} mt={3} />
      {editing && (
        <ScheduleDialog
          subject={subject}
          customerId={scope.customer ?? null}
          schedule={own}
          members={data.teamMembers}
          onClose={() => setEditing(false)}
        />
      )}
    </chakra.section>
  );
}

/** Names of members and other addresses. Members who have left are left out. */
const recipientsOf = ({ memberIds, addresses }: Schedule, members: readonly Member[]): string[] => [
  ...members.filter(({ id }) => memberIds.includes(id)).map(({ name, email }) => name || email),
  ...addresses,
];

function SendNow({ scope: { month, customer } }: { scope: Scope }) {
  const [send, { loading }] = useMutation(SendReportToMe);
  const sendIt = async () => {
    try {
      const { data } = await send({ variables: { month, customerId: customer ?? null } });
      toast({
        title: 'Report sent',
        description: `It’s on its way to ${data?.sendReportToMe}.`,
        type: 'success',
      });
    } catch (error) {
      toastFailure(error, { title: 'Report not sent' });
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={loading || undefined}
      onClick={() => !loading && void sendIt()}
    >
      Email this to me
    </Button>
  );
}

const rules = yupFor('ReportScheduleInput');

type DialogProps = {
  subject: string;
  customerId: string | null;
  schedule: Schedule | undefined;
  members: readonly Member[];
  onClose: () => void;
};

function ScheduleDialog({ subject, customerId, schedule, members, onClose }: DialogProps) {
  const [save] = useMutation(SaveReportSchedule, { refetchQueries: [ReportSchedules] });
  const gone = schedule?.unsubscribed ?? [];
  return (
    <EditDialog
      title={`Monthly email: ${subject}`}
      description="The report of the month before, with its PDF, on the first of each month at 07:00 in your team’s time zone."
      submit="Save"
      initial={{
        isActive: schedule?.isActive ?? true,
        // Someone who has left the team can't be a recipient.
        memberIds: members.map(({ id }) => id).filter((id) => schedule?.memberIds.includes(id)),
        addresses: [...(schedule?.addresses ?? [])],
      }}
      rules={rules}
      onSubmit={async ({ isActive, memberIds, addresses }) => {
        await save({ variables: { input: { customerId, isActive, memberIds, addresses } } });
        onClose();
      }}
      onClose={onClose}
      success={{ title: 'Monthly email saved', type: 'success' }}
      failure={{ title: 'Monthly email not saved' }}
    >
      <SwitchField name="isActive" label="Send this report every month" />
      <MembersField members={members} />
      <LinesField
        name="addresses"
        label="Other email addresses"
        optional
        placeholder="it@customer.com"
        help="One per line, up to 10. Each email has a link to unsubscribe. Replies go to you."
      />
      {gone.length > 0 && (
        <Notice state="warning" title="Unsubscribed">
          {`${formatList(gone)} asked not to get reports. Only they can change that, with the link in an earlier email.`}
        </Notice>
      )}
    </EditDialog>
  );
}

function MembersField({ members }: { members: readonly Member[] }) {
  const { field, helpers, error } = useFormField<string[]>('memberIds');
  return (
    <MultiCombobox
      label="Team members"
      optional
      options={members.map(({ id, name, email }) => ({
        value: id,
        label: name || email,
        hint: name ? email : undefined,
      }))}
      value={field.value}
      onChange={(value) => void helpers.setValue(value)}
      error={error}
      placeholder="No members"
      nothing="No more members to choose."
    />
  );
}
