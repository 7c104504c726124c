import { useApolloClient } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import type { PreviewSecuritySettingsQuery, SecuritySettingsInput } from '#web/gql/graphql.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { PreviewSecuritySettings } from './security.gql.ts';

type Asked = {
  preview: PreviewSecuritySettingsQuery['previewSecuritySettings'];
  decide: (agreed: boolean) => void;
};

/** Asks the server what a change would do, shows it, and waits for the person's word. Rejects with the server's no. */
export function usePreview(): {
  agreed: (input: SecuritySettingsInput) => Promise<boolean>;
  dialog: ReactNode;
} {
  const client = useApolloClient();
  const [asked, setAsked] = useState<Asked>();
  const agreed = async (input: SecuritySettingsInput) => {
    const { data } = await client.query({
      query: PreviewSecuritySettings,
      variables: { input },
      fetchPolicy: 'network-only',
    });
    const preview = data?.previewSecuritySettings;
    if (!preview) throw new Error('The server answered without a preview');
    return new Promise<boolean>((resolve) => {
      const decide = (yes: boolean) => {
        setAsked(undefined);
        resolve(yes);
      };
      setAsked({ preview, decide });
    });
  };
  return { agreed, dialog: asked && <PreviewDialog {...asked} /> };
}
