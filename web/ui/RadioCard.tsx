import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

type Props = Pick<ComponentProps<'input'>, 'name' | 'value' | 'checked' | 'onChange' | 'onBlur' | 'children'>;

/** One of several options. Its whole frame is clickable: the radio button and its text. */
export const RadioCard = ({ children, ...radio }: Props) => (
  <chakra.label
    display="flex"
    gap={3}
    px={3}
    py={2.5}
    borderWidth="1px"
    borderColor="border.control"
    borderRadius="surface"
    bg="bg.panel"
    cursor="pointer"
    transition="border-color, background-color"
    transitionDuration="fast"
    _hover={{ bg: 'bg.subtle' }}
    css={{
      '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
      '&:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
    }}
  >
    <chakra.input
      type="radio"
      {...radio}
      boxSize={4}
      mt={0.5}
      flexShrink={0}
      appearance="none"
      outline={0}
      borderRadius="full"
      borderWidth="1px"
      borderColor="border.control"
      bg="bg.panel"
      cursor="pointer"
      _checked={{ borderWidth: '5px', borderColor: 'brand.solid' }}
    />
    {children}
  </chakra.label>
);
