import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { MessageSquareText } from '#web/ui/icons.tsx';
import { abridge } from '#web/lib/shorten.ts';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { SavedReplies } from './settings.gql.ts';

/** Longer titles do not fit into the menu. */
const LONGEST = 24;

/** Answers that are given often, to be put where the caret stands. Nothing while there are none. */
export function SavedReplyMenu({ onInsert }: { onInsert: (text: string) => void }) {
  const { data } = useQuery(SavedReplies);
  const replies = data?.savedReplies ?? [];
  if (replies.length === 0) return null;
  return (
    <RowMenu
      of="saved replies"
      label="Insert saved reply"
      icon={
        <chakra.span display="inline-flex" alignItems="center" gap={2} px={2.5}>
          <MessageSquareText size={16} strokeWidth={1.75} aria-hidden />
          Insert saved reply
        </chakra.span>
      }
      actions={replies.map(({ id, title, text }) => ({
        place: id,
        label: abridge(title, LONGEST),
        act: () => onInsert(text),
      }))}
    />
  );
}
