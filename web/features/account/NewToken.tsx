import { Button, chakra, Dialog, Field, Input } from '@chakra-ui/react';
import { useRef } from 'react';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { DialogFields } from '#web/ui/FormDialog.tsx';

/** A token that was just made, to be copied now: nobody can show it again. */
export function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
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
            <CopyButton text={token} label="Copy" onRefused={() => field.current?.select()} />
          </chakra.div>
          <Field.HelperText>Keep it where the program finds it: it is shown this once.</Field.HelperText>
        </Field.Root>
      </DialogFields>
      <Dialog.Footer>
        <Button onClick={onClose}>Done</Button>
      </Dialog.Footer>
    </>
  );
}
