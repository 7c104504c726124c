import { chakra } from '@chakra-ui/react';

/** A file or code, as plain text. */
export const CodeBlock = ({ label, children }: { label: string; children: string }) => (
  <chakra.pre
    tabIndex={0}
    role="group"
    aria-label={label}
    maxH="24rem"
    overflow="auto"
    px={3.5}
    py={3}
    borderWidth="1px"
    borderRadius="control"
    bg="bg.subtle"
    fontFamily="mono"
    textStyle="sm"
  >
    {children}
  </chakra.pre>
);
