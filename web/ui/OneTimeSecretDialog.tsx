import { Button, chakra, Field, Input } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { DialogDone, DialogFields, FormDialog } from './FormDialog.tsx';

type Props = {
  title: string;
  label: string;
  text: string;
  help: string;
  /** A noun for it: "the token". */
  what: string;
  /** It can be opened, such as a link for a screen. */
  isLink?: boolean;
  onClose: () => void;
};

/** A new secret that can't be shown again. Closing asks until it has been copied. */
export function OneTimeSecretDialog({ title, label, text, help, what, isLink, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [kept, setKept] = useState(false);
  const question = {
    text: `You haven’t copied ${what}. We can’t show it again.`,
    stay: `Back to ${what}`,
    leave: 'Close without it',
  };
  return (
    <FormDialog title={title} losing={!kept} question={question} onClose={onClose}>
      <DialogFields>
        <Field.Root>
          <Field.Label>{label}</Field.Label>
          <chakra.div display="flex" gap={2} w="full">
            <Input
              ref={field}
              value={text}
              readOnly
              autoFocus
              fontFamily="mono"
              onFocus={(event) => event.target.select()}
              onCopy={() => setKept(true)}
            />
            <CopyButton
              text={text}
              label="Copy"
              onCopied={() => setKept(true)}
              onRefused={() => field.current?.select()}
            />
            {isLink && (
              <Button asChild variant="outline">
                <a href={text} target="_blank" rel="noreferrer" onClick={() => setKept(true)}>
                  Open
                </a>
              </Button>
            )}
          </chakra.div>
          <Field.HelperText>{help}</Field.HelperText>
        </Field.Root>
      </DialogFields>
      <DialogDone />
    </FormDialog>
  );
}
