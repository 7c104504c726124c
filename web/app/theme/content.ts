import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

const heading = defineRecipe({
  base: { fontWeight: 'semibold', letterSpacing: '-0.015em' },
  variants: {
    size: {
      md: { textStyle: 'lg' },
      lg: { textStyle: 'xl' },
      xl: { textStyle: '2xl' },
      '2xl': { textStyle: '3xl' },
      '3xl': { textStyle: '4xl' },
    },
  },
  defaultVariants: { size: 'lg' },
});

const badge = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    h: 5,
    px: 1.5,
    borderRadius: 'sm',
    textStyle: 'xs',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  variants: {
    variant: {
      subtle: { bg: 'bg.muted', color: 'fg.muted' },
      outline: { borderWidth: '1px', borderColor: 'border.control', color: 'fg.muted' },
      solid: { bg: 'colorPalette.solid', color: 'colorPalette.contrast' },
    },
  },
  defaultVariants: { variant: 'subtle' },
});

/** Still, not pulsing: nothing on these screens moves unless something happened. */
const skeleton = defineRecipe({
  base: { borderRadius: 'sm', bg: 'bg.muted', color: 'transparent', '& *': { visibility: 'hidden' } },
  variants: { loading: { true: {}, false: { bg: 'transparent', color: 'inherit' } } },
  defaultVariants: { loading: true },
});

const spinner = defineRecipe({
  base: {
    display: 'inline-block',
    boxSize: 'var(--size)',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'bg.emphasized',
    borderTopColor: 'brand.fg',
    animation: 'spin 0.8s linear infinite',
  },
  variants: {
    size: {
      sm: { '--size': 'sizes.4' },
      md: { '--size': 'sizes.5' },
      lg: { '--size': 'sizes.8' },
    },
  },
  defaultVariants: { size: 'md' },
});

const separator = defineRecipe({ base: { display: 'block', borderTopWidth: '1px' } });

const table = defineSlotRecipe({
  slots: ['root', 'header', 'body', 'row', 'columnHeader', 'cell', 'footer', 'caption'],
  base: {
    root: {
      width: 'full',
      borderCollapse: 'collapse',
      textAlign: 'start',
      fontVariantNumeric: 'tabular-nums',
    },
    columnHeader: {
      h: 9,
      px: 3,
      textAlign: 'start',
      textStyle: 'xs',
      fontWeight: 'medium',
      color: 'fg.muted',
      borderBottomWidth: '1px',
      whiteSpace: 'nowrap',
    },
    cell: { h: 10, px: 3, py: 1, verticalAlign: 'middle', borderBottomWidth: '1px' },
    row: { '&:last-of-type > td': { borderBottomWidth: 0 } },
    caption: { textStyle: 'xs', color: 'fg.muted' },
  },
  variants: {
    size: { md: {}, sm: { cell: { h: 9, py: 0.5 } } },
    interactive: { true: { row: { _hover: { bg: 'bg.subtle' } } } },
  },
  defaultVariants: { size: 'md' },
});

const tabs = defineSlotRecipe({
  slots: ['root', 'list', 'trigger', 'content', 'contentGroup', 'indicator'],
  base: {
    list: {
      display: 'flex',
      gap: 5,
      borderBottomWidth: '1px',
      overflowX: 'auto',
      scrollbarWidth: 'none',
    },
    trigger: {
      h: 10,
      px: 0.5,
      display: 'inline-flex',
      alignItems: 'center',
      gap: 2,
      fontWeight: 'medium',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      mb: '-1px',
      _hover: { color: 'fg' },
      _selected: { color: 'fg', borderColor: 'brand.solid' },
      _focusVisible: { outlineOffset: '-2px', borderRadius: 'sm' },
      '@media (pointer: coarse)': { h: 11, minW: 11, justifyContent: 'center' },
    },
    content: { pt: 5, _focusVisible: { borderRadius: 'sm' } },
  },
});

export const contentRecipes = { heading, badge, skeleton, spinner, separator };
export const contentSlotRecipes = { table, tabs };
