import { Button, chakra } from '@chakra-ui/react';
import { Download, FileUp } from '#web/ui/icons.tsx';
import { useRef, useState } from 'react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Muted, SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';

const DifferenceDialog = lazyDialog(() => import('./DifferenceDialog.tsx').then((m) => m.DifferenceDialog));

/** The server's limit, in bytes. */
const LARGEST = 250 * 1024;

type Chosen = { name: string; text: string };

/** Exports the team's setup, and compares or imports a file. */
export function ConfigurationCard() {
  const looksOnly = useLooksOnly();
  const [chosen, setChosen] = useState<Chosen>();
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    // Reset, so that the same file can be chosen again after a fix.
    if (input.current) input.current.value = '';
    if (!file) return;
    if (file.size > LARGEST) {
      const description = `${file.name} is larger than ${LARGEST / 1024} KB.`;
      toast({ title: 'File not read', description, type: 'error' });
      return;
    }
    setChosen({ name: file.name, text: await file.text() });
  };
  return (
    <chakra.section aria-labelledby="configuration" mt={8}>
      <SectionTitle id="configuration" mb={3}>
        Configuration as a file
      </SectionTitle>
      <Card p={{ base: 4, md: 6 }}>
        <Muted maxW="44rem">
          The team’s name, rules, channels and maintenance windows as YAML, without secrets.
          {!looksOnly && ' When you choose a file, you’ll see its changes before anything is applied.'}
        </Muted>
        <chakra.div display="flex" flexWrap="wrap" gap={2} mt={4}>
          <DownloadButton path="/api/configuration" file="netlantern.yaml">
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Download
          </DownloadButton>
          {!looksOnly && (
            <>
              <Button variant="outline" onClick={() => input.current?.click()}>
                <FileUp size={16} strokeWidth={1.75} aria-hidden />
                Choose a file…
              </Button>
              <chakra.input
                srOnly
                ref={input}
                type="file"
                accept=".yaml,.yml,application/yaml"
                aria-label="Configuration file"
                tabIndex={-1}
                onChange={({ target }) => void choose(target.files?.[0])}
              />
            </>
          )}
        </chakra.div>
      </Card>
      {chosen && <DifferenceDialog file={chosen} onClose={() => setChosen(undefined)} />}
    </chakra.section>
  );
}
