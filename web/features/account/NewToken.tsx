import { chakra, Field, Input } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { DialogDone, DialogFields, FormDialog } from '#web/ui/FormDialog.tsx';

const question = {
  text: 'You have not kept the token. Nobody can show it again.',
  stay: 'Back to the token',
  leave: 'Close without it',
};

/** A token that was just made, to be copied now: nobody can show it again, so closing asks until it was copied. */
export function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [kept, setKept] = useState(false);
  return (
    <FormDialog title="Your new API token" losing={!kept} question={question} onClose={onClose}>
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
              onCopy={() => setKept(true)}
            />
            <CopyButton
              text={token}
              label="Copy"
              onCopied={() => setKept(true)}
              onRefused={() => field.current?.select()}
            />
          </chakra.div>
          <Field.HelperText>Keep it where the program finds it: it is shown this once.</Field.HelperText>
        </Field.Root>
      </DialogFields>
      <DialogDone />
    </FormDialog>
  );
}
