import { Button } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { download, DownloadFailed } from '#web/lib/download.ts';
import { toast } from '#web/ui/toaster.tsx';

type Props = { path: string; file: string; label: string; children: ReactNode };

/** Fetches a file that only the signed-in may have; a plain link could not carry the token. */
export function DownloadButton({ path, file, label, children }: Props) {
  const [busy, setBusy] = useState(false);
  const fetchIt = async () => {
    setBusy(true);
    try {
      await download(path, file);
    } catch (error) {
      const said = error instanceof DownloadFailed ? error.sentence : undefined;
      toast({
        title: 'Download failed',
        description: said ?? 'The file could not be fetched. Please try again.',
        type: 'error',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={label}
      aria-disabled={busy || undefined}
      onClick={() => !busy && void fetchIt()}
    >
      {children}
    </Button>
  );
}
