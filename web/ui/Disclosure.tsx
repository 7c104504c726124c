import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = { title: string; open?: boolean; onToggle?: (isOpen: boolean) => void; children: ReactNode };

/** Content that most people don't need, behind its title. */
export const Disclosure = ({ title, open, onToggle, children }: Props) => (
  <chakra.details open={open || undefined} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
    <chakra.summary
      cursor="pointer"
      color="brand.fg"
      textStyle="sm"
      fontWeight="medium"
      w="fit-content"
      borderRadius="sm"
      css={{ '@media (pointer: coarse)': { lineHeight: '2.75rem', minWidth: '2.75rem' } }}
    >
      {title}
    </chakra.summary>
    {children}
  </chakra.details>
);

/** Step-by-step instructions. Open while they're still needed. */
export const HowTo = ({ title, open, steps }: { title: string; open: boolean; steps: readonly string[] }) => (
  <Disclosure title={title} open={open}>
    <chakra.ol
      ps={5}
      mt={1.5}
      textStyle="sm"
      color="fg.muted"
      listStyleType="decimal"
      overflowWrap="anywhere"
    >
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </chakra.ol>
  </Disclosure>
);
