import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
import { AccountData } from './account.gql.ts';

const FILE = 'account-data.json';

/** Fetches everything kept about the person and hands it to the browser as a file. */
export function useDownloadData() {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { data } = await client.query({ query: AccountData, fetchPolicy: 'no-cache' });
      if (!data) throw new Error('The answer holds no data');
      save(JSON.stringify(data.accountData, null, 2));
      toast({ title: 'Your data is downloaded', description: FILE, type: 'success' });
    } catch (error) {
      const description = sentenceOf(error, 'Your data could not be fetched. Please try again.');
      toast({ title: 'Download failed', description, type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { download, busy };
}

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE;
  link.click();
  URL.revokeObjectURL(address);
}
