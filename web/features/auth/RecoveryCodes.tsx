import { Button, chakra, Checkbox } from '@chakra-ui/react';
import { Download } from '#web/ui/icons.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { AskBeforeLeaving } from '#web/ui/AskBeforeLeaving.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { recoveryText, saveText } from './two-factor-text.ts';

type Props = { email: string; codes: readonly string[]; onDone: () => void };

/** The recovery codes, the one time they are shown; on it goes when the person says that they are kept. */
export function RecoveryCodes({ email, codes, onDone }: Props) {
  const id = useId();
  const [kept, setKept] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const text = recoveryText(email, codes);
  useEffect(() => heading.current?.focus(), []);
  return (
    <chakra.section aria-labelledby={id} display="flex" flexDirection="column" gap={4}>
      <chakra.h2 id={id} ref={heading} tabIndex={-1} textStyle="lg" fontWeight="semibold" outline={0}>
        Recovery codes
      </chakra.h2>
      <Notice state="warning" title="These codes are shown only now">
        Each one signs you in once if you lose your phone. Keep them where you keep your passwords.
      </Notice>
      <chakra.ul
        aria-labelledby={id}
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
        columnGap={8}
        rowGap={2}
        px={4}
        py={3}
        borderWidth="1px"
        borderRadius="surface"
        bg="bg.panel"
        fontFamily="mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        <CopyButton text={text} label="Copy" />
        <Button variant="outline" onClick={() => saveText('recovery-codes.txt', text)}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          Download
        </Button>
      </chakra.div>
      <Checkbox.Root checked={kept} onCheckedChange={({ checked }) => setKept(checked === true)}>
        <Checkbox.HiddenInput />
        <Checkbox.Control>
          <Checkbox.Indicator />
        </Checkbox.Control>
        <Checkbox.Label>I have kept them</Checkbox.Label>
      </Checkbox.Root>
      <Button alignSelf="flex-start" disabled={!kept} onClick={onDone}>
        Continue
      </Button>
      <AskBeforeLeaving
        losing={!kept}
        title="Leave without your recovery codes?"
        confirmLabel="Leave without them"
      >
        You have not kept your recovery codes. They are shown only now.
      </AskBeforeLeaving>
    </chakra.section>
  );
}
