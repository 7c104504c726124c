import { Button, type ButtonProps } from '@chakra-ui/react';
import { Muted } from '#web/ui/text.tsx';
import { useRef, useState } from 'react';
import { arrivedWords, download, DownloadFailed } from '#web/lib/download.ts';
import { toast } from './toaster.tsx';

type Props = ButtonProps & {
  path: string;
  file: string;
  /** Title of the toast after a download that the screen doesn't show otherwise. */
  done?: string;
};

/** Milliseconds after which a download shows how far it is, and how often. */
const SHOWN_AFTER = 400;
const SHOWN_EVERY = 200;

/** Fetches a file that only the signed-in may have; a plain link could not carry the token. */
export function DownloadButton({ path, file, done, ...button }: Props) {
  const running = useRef<AbortController>(null);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<string | null>(null);
  const fetchIt = async () => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    const slow = setTimeout(() => setProgress('Preparing…'), SHOWN_AFTER);
    let shownAt = performance.now() + SHOWN_AFTER - SHOWN_EVERY;
    try {
      await download(path, file, {
        signal: controller.signal,
        onPart(arrived) {
          if (performance.now() - shownAt < SHOWN_EVERY) return;
          shownAt = performance.now();
          setProgress(arrivedWords(arrived));
        },
      });
      if (done) toast({ title: done, description: file, type: 'success' });
    } catch (error) {
      if (controller.signal.aborted) return toast({ title: 'Download canceled', type: 'info' });
      const said = error instanceof DownloadFailed ? error.sentence : undefined;
      const description = said ?? "We couldn't download the file. Try again.";
      toast({ title: 'Download failed', description, type: 'error' });
    } finally {
      clearTimeout(slow);
      setBusy(false);
      setProgress(null);
    }
  };
  return (
    <>
      <Button
        variant="outline"
        {...button}
        aria-disabled={busy || undefined}
        onClick={() => !busy && void fetchIt()}
      />
      {progress !== null && (
        <>
          <Muted as="span" fontSize="sm" fontVariantNumeric="tabular-nums">
            {progress}
          </Muted>
          <Button variant="outline" size={button.size} onClick={() => running.current?.abort()}>
            Cancel download
          </Button>
        </>
      )}
    </>
  );
}
