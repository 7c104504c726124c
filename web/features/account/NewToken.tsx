import { Button, chakra, Dialog, Field, Input } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { DialogFields } from '#web/ui/FormDialog.tsx';

/** A token that was just made, to be copied now: nobody can show it again. */
export function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setCopied('yes');
    } catch {
      field.current?.select();
      setCopied('no');
    }
  };
  return (
    <>
      <DialogFields>
        <Field.Root>
          <Field.Label>API token</Field.Label>
          <chakra.div display="flex" gap={2} w="full">
            <Input
              ref={field}
              value={token}
              readOnly
              autoFocus
              fontFamily="mono"
              onFocus={(event) => event.target.select()}
            />
            <Button variant="outline" onClick={() => void copy()}>
              {copied === 'yes' ? (
                <Check size={16} strokeWidth={1.75} aria-hidden />
              ) : (
                <Copy size={16} strokeWidth={1.75} aria-hidden />
              )}
              Copy
            </Button>
          </chakra.div>
          <Field.HelperText role="status">
            {copied === 'yes' && 'Copied. '}
            {copied === 'no' && 'The browser does not let it be copied: it is selected, copy it by hand. '}
            Keep it where the program finds it: it is shown this once.
          </Field.HelperText>
        </Field.Root>
      </DialogFields>
      <Dialog.Footer>
        <Button onClick={onClose}>Done</Button>
      </Dialog.Footer>
    </>
  );
}
