import { chakra } from '@chakra-ui/react';
import { Link, useLocation } from 'react-router';
import { useClock } from '#web/lib/useClock.ts';
import { formatExactTime, formatRelativeTime } from '#web/lib/format.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Hint } from '#web/ui/text.tsx';
import { shortId, states, type Message } from './states.ts';

export const MessageList = ({
  messages,
  open,
}: {
  messages: readonly Message[];
  open: string | undefined;
}) => (
  <chakra.ul listStyleType="none" aria-label="Messages">
    {messages.map((message) => (
      <Row key={message.id} message={message} isOpen={message.id === open} />
    ))}
  </chakra.ul>
);

function Row({ message, isOpen }: { message: Message; isOpen: boolean }) {
  const { id, status, subject, name, createdAt } = message;
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set('message', id);
  const { word, look } = states[status];
  const at = new Date(createdAt);
  const now = useClock('quarter');
  return (
    <chakra.li borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
      <chakra.span
        asChild
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr) auto"
        columnGap={2.5}
        rowGap={0.5}
        alignItems="center"
        px={4}
        py={2.5}
        minH={14}
        _hover={{ bg: 'bg.subtle' }}
        _focusVisible={{ outlineOffset: '-2px' }}
        {...(isOpen && { bg: 'bg.muted', boxShadow: 'inset 3px 0 {colors.brand.solid}' })}
      >
        <Link to={`${pathname}?${params}`} aria-current={isOpen || undefined}>
          <StatusDot state={look} word={word} hidden />
          <chakra.span
            fontWeight={status === 'new' ? 'semibold' : 'medium'}
            overflow="hidden"
            textOverflow="ellipsis"
            whiteSpace="nowrap"
          >
            {subject}
          </chakra.span>
          <chakra.time
            dateTime={at.toISOString()}
            title={formatExactTime(at)}
            textStyle="sm"
            color="fg.muted"
            textAlign="end"
            whiteSpace="nowrap"
          >
            {formatRelativeTime(at, new Date(now))}
          </chakra.time>
          <Hint as="span" gridColumn={2} overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            <chakra.span color="fg">{name}</chakra.span> {message.message}
          </Hint>
          <chakra.span textStyle="xs" fontFamily="mono" color="fg.muted" textAlign="end">
            {shortId(id)}
          </chakra.span>
        </Link>
      </chakra.span>
    </chakra.li>
  );
}
