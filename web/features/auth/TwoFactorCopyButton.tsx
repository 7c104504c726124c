import { Button } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#web/ui/toaster.tsx';
import { copyText } from './two-factor-text.ts';

/** Copies a text and says so in its place. */
export function TwoFactorCopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    if (await copyText(text)) return setCopied(text);
    toast({ title: 'Could not copy', description: 'Select the text and copy it yourself.', type: 'error' });
  };
  const done = copied === text;
  const Icon = done ? Check : Copy;
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span aria-live="polite">{done ? 'Copied' : label}</span>
    </Button>
  );
}
