import { chakra } from '@chakra-ui/react';
import { onButton } from '#web/lib/shorten.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';

type Props = {
  noun: 'menu item' | 'social link';
  name: string;
  url: string;
  deed: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before a link is deleted. */
export const DeleteItem = ({ noun, name, url, deed, onClose }: Props) => (
  <DeedDialog
    title={`Delete ${noun}`}
    confirmLabel={`Delete ${onButton(name)}`}
    deed={deed}
    onClose={onClose}
    success={{ title: 'Success', description: `${sentenceCase(noun)} deleted successfully`, type: 'success' }}
    failure={{ title: 'Deletion Failed', fallback: `Failed to delete ${noun}` }}
  >
    <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
      {name}
    </chakra.b>
    , which leads to <chakra.span overflowWrap="anywhere">{url}</chakra.span>, is gone for visitors at once.
    The history can bring it back.
  </DeedDialog>
);

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
