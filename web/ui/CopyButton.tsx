import { Button, VisuallyHidden } from '@chakra-ui/react';
import { Check, Copy } from '#web/ui/icons.tsx';
import { useState } from 'react';
import { toast } from './toaster.tsx';

type Props = {
  text: string;
  label: string;
  /** What it copies, where several buttons say the same: "the address of REST". */
  of?: string;
  onCopied?: () => void;
  /** What else is done where the browser does not let it be copied. */
  onRefused?: () => void;
};

/** Copies a text and says so in its place. */
export function CopyButton({ text, label, of, onCopied, onRefused }: Props) {
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
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span aria-live="polite">{done ? 'Copied' : label}</span>
      {of && <VisuallyHidden>{of}</VisuallyHidden>}
    </Button>
  );
}
