import { Button, type ButtonProps } from '@chakra-ui/react';
import { useState } from 'react';
import { download, DownloadFailed } from '#web/lib/download.ts';
import { toast } from './toaster.tsx';

type Props = ButtonProps & {
  path: string;
  file: string;
  /** Title of the toast after a download that the screen doesn't show otherwise. */
  done?: string;
};

/** Fetches a file that only the signed-in may have; a plain link could not carry the token. */
export function DownloadButton({ path, file, done, ...button }: Props) {
  const [busy, setBusy] = useState(false);
  const fetchIt = async () => {
    setBusy(true);
    try {
      await download(path, file);
      if (done) toast({ title: done, description: file, type: 'success' });
    } catch (error) {
      const said = error instanceof DownloadFailed ? error.sentence : undefined;
      const description = said ?? "We couldn't download the file. Try again.";
      toast({ title: 'Download failed', description, type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      {...button}
      aria-disabled={busy || undefined}
      onClick={() => !busy && void fetchIt()}
    />
  );
}
