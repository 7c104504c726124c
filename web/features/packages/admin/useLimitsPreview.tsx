import { useApolloClient } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { type ReactNode, useState } from 'react';
import type { PackageChanges, PreviewPackageQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import type { AdminPackage } from './package-form.ts';
import { QuestionDialog } from './QuestionDialog.tsx';
import { formatNumber } from '#web/lib/format.ts';

const PreviewPackage = graphql(`
  query PreviewPackage($id: ID!, $input: PackageChanges!) {
    previewPackage(id: $id, input: $input) {
      count
      affected {
        teamName
        ownerEmail
        over
      }
    }
  }
`);

type Preview = PreviewPackageQuery['previewPackage'];

type Asked = { preview: Preview; isShorter: boolean; decide: (agreed: boolean) => void };

/** Asks the server which teams a change would affect, and confirms it if there are any. Rejects with the server's error. */
export function useLimitsPreview(): {
  agreed: (sold: AdminPackage, input: PackageChanges) => Promise<boolean>;
  dialog: ReactNode;
} {
  const client = useApolloClient();
  const [asked, setAsked] = useState<Asked>();
  const agreed = async ({ id, dataRetentionDays }: AdminPackage, input: PackageChanges) => {
    const { data } = await client.query({
      query: PreviewPackage,
      variables: { id, input },
      fetchPolicy: 'network-only',
    });
    const preview = data?.previewPackage;
    if (!preview) throw new Error('The server answered without a preview');
    if (preview.count === 0) return true;
    return new Promise<boolean>((resolve) => {
      const decide = (yes: boolean) => {
        setAsked(undefined);
        resolve(yes);
      };
      const isShorter = (input.dataRetentionDays ?? dataRetentionDays) < dataRetentionDays;
      setAsked({ preview, isShorter, decide });
    });
  };
  return { agreed, dialog: asked && <Affected {...asked} /> };
}

const Affected = ({ preview: { count, affected }, isShorter, decide }: Asked) => (
  <QuestionDialog
    title={count === 1 ? '1 team uses more than this' : `${formatNumber(count)} teams use more than this`}
    confirm={{ label: 'Save anyway', act: () => decide(true) }}
    onClose={() => decide(false)}
  >
    <DividedList maxH={72} overflowY="auto" borderWidth="1px" borderRadius="control">
      {affected.map(({ teamName, ownerEmail, over }) => (
        <chakra.li key={`${teamName} ${ownerEmail}`} px={3} py={2} overflowWrap="anywhere">
          <chakra.span display="block" fontWeight="medium" color="fg">
            {teamName}
          </chakra.span>
          <Hint as="span" display="block">
            {ownerEmail}
          </Hint>
          {over.map((sentence) => (
            <chakra.span key={sentence} display="block" textStyle="sm" color="fg">
              {sentence}
            </chakra.span>
          ))}
        </chakra.li>
      ))}
      {affected.length < count && (
        <chakra.li px={3} py={2} color="fg.muted">
          and {formatNumber(count - affected.length)} more
        </chakra.li>
      )}
    </DividedList>
    <Muted mt={3}>
      Their oldest controllers and devices are still monitored. The rest are listed but not monitored.
      {isShorter && ' Older history is permanently deleted.'}
    </Muted>
  </QuestionDialog>
);
