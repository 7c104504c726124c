import { Button, type ButtonProps, chakra } from '@chakra-ui/react';
import { Muted } from '#web/ui/text.tsx';
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

/** The head of a screen: what it is, a line about it, and its one primary action at the right. */
export function PageHeader(props: { title: string; description?: ReactNode; action?: ReactNode }) {
  return (
    <chakra.header
      display="flex"
      flexWrap="wrap"
      alignItems="flex-start"
      justifyContent="space-between"
      gap={3}
      mb={5}
    >
      <PageTitle>{props.title}</PageTitle>
      <div>
        <chakra.h1 textStyle="xl" fontWeight="semibold">
          {props.title}
        </chakra.h1>
        {props.description && <Muted mt={0.5}>{props.description}</Muted>}
      </div>
      {props.action}
    </chakra.header>
  );
}

/** A button beside a page's title. On phones it shows only its icon. */
export const HeaderButton = (props: ButtonProps) => (
  <Button px={{ base: 0, sm: 4 }} minW={{ base: 11, sm: 10 }} {...props} />
);
