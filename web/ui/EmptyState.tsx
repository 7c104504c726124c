import { chakra, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Nothing here: a sentence why, one on what it will look like, one button. */
export function EmptyState(props: {
  title: ReactNode;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack alignItems="center" textAlign="center" gap={2} px={6} py={{ base: 12, md: 16 }}>
      {props.icon && (
        <chakra.span color="fg.subtle" mb={1}>
          {props.icon}
        </chakra.span>
      )}
      <chakra.p textStyle="lg" fontWeight="semibold" textWrap="balance" overflowWrap="anywhere" maxW="full">
        {props.title}
      </chakra.p>
      {props.children && (
        <chakra.div color="fg.muted" maxW="26rem" textWrap="balance">
          {props.children}
        </chakra.div>
      )}
      {props.action && <chakra.div mt={3}>{props.action}</chakra.div>}
    </Stack>
  );
}
