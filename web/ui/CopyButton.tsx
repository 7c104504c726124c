import { Button, VisuallyHidden } from '@chakra-ui/react';
import { Check, Copy } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { toast } from './toaster.tsx';

type Props = {
  text: string;
  label: string;
  /** What it copies, where several buttons say the same: "the address of REST". */
  of?: string;
  /** Only the icon, beside a short value. */
  small?: boolean;
  onCopied?: () => void;
  /** What else is done where the browser does not let it be copied. */
  onRefused?: () => void;
};

/** Copies a text and says so in its place. */
export function CopyButton({ text, label, of, small, onCopied, onRefused }: Props) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      onCopied?.();
    } catch {
      toast({ title: 'Could not copy', description: 'Select the text and copy it yourself.', type: 'error' });
      onRefused?.();
    }
  };
  const done = copied === text;
  const Icon = done ? Check : Copy;
  const said = (
    <>
      <span aria-live="polite">{done ? 'Copied' : label}</span>
      {of && <VisuallyHidden>{of}</VisuallyHidden>}
    </>
  );
  if (small) {
    return (
      <Button
        variant="ghost"
        size="xs"
        px={1.5}
        my={-1}
        color="fg.muted"
        // Large enough for fingers, without taking the room of the value beside it.
        css={{ '@media (pointer: coarse)': { marginBlock: '-0.75rem', marginInline: '-0.75rem' } }}
        onClick={() => void copy()}
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden />
        <VisuallyHidden>{said}</VisuallyHidden>
      </Button>
    );
  }
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {said}
    </Button>
  );
}
