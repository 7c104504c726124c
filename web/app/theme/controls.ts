import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';
import { touchArea } from '#web/ui/touch.ts';

/** Fingers need 44 px; a mouse does not. */
const touch = '@media (pointer: coarse)';
const disabled = { opacity: 0.55, cursor: 'not-allowed' };

const button = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 2,
    flexShrink: 0,
    borderRadius: 'control',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontWeight: 'medium',
    lineHeight: 1.2,
    whiteSpace: 'nowrap',
    userSelect: 'none',
    cursor: 'pointer',
    textDecoration: 'none',
    transition: 'background-color, border-color, color',
    transitionDuration: 'fast',
    _disabled: disabled,
    [touch]: { minH: 11, minW: 11 },
  },
  variants: {
    size: {
      xs: { h: 7, minW: 7, px: 2, textStyle: 'xs', gap: 1.5 },
      sm: { h: 8, minW: 8, px: 2.5, textStyle: 'sm', gap: 1.5 },
      md: { h: 9, minW: 9, px: 3.5, textStyle: 'md' },
      lg: { h: 11, minW: 11, px: 5, textStyle: 'lg' },
    },
    variant: {
      solid: {
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        _hover: { bg: 'colorPalette.hover' },
      },
      outline: {
        bg: 'bg.panel',
        borderColor: 'border.control',
        color: 'fg',
        _hover: { bg: 'bg.subtle' },
        _expanded: { bg: 'bg.subtle' },
      },
      subtle: {
        bg: 'colorPalette.subtle',
        color: 'colorPalette.fg',
        _hover: { bg: 'colorPalette.muted' },
      },
      ghost: {
        bg: 'transparent',
        color: 'fg.muted',
        _hover: { bg: 'bg.muted', color: 'fg' },
        _expanded: { bg: 'bg.muted', color: 'fg' },
      },
      plain: { color: 'colorPalette.fg', px: 0, _hover: { textDecoration: 'underline' } },
    },
  },
  defaultVariants: { size: 'md', variant: 'solid' },
});

const typeable = {
  width: 'full',
  minW: 0,
  h: 9,
  px: 3,
  borderRadius: 'control',
  borderWidth: '1px',
  borderColor: 'border.control',
  bg: 'bg.panel',
  color: 'fg',
  textStyle: 'md',
  appearance: 'none',
  transition: 'border-color',
  transitionDuration: 'fast',
  _focusVisible: { outlineOffset: '-1px', borderColor: 'transparent' },
  _disabled: { ...disabled, bg: 'bg.subtle' },
  _invalid: { borderColor: 'border.error' },
  // 16 px keeps a phone from zooming in on focus.
  [touch]: { h: 11, fontSize: 'lg' },
} as const;

const input = defineRecipe({
  base: typeable,
  variants: { variant: { outline: {} }, size: { md: {}, sm: { h: 8, px: 2.5, textStyle: 'sm' } } },
  defaultVariants: { variant: 'outline', size: 'md' },
});

const textarea = defineRecipe({
  base: {
    ...typeable,
    h: 'auto',
    py: 2,
    lineHeight: 1.5,
    resize: 'vertical',
    [touch]: { ...typeable[touch], h: 'auto' },
  },
  defaultVariants: {},
});

const link = defineRecipe({
  base: {
    color: 'brand.fg',
    borderRadius: 'sm',
    textUnderlineOffset: '3px',
    textDecorationThickness: '1px',
    cursor: 'pointer',
  },
  variants: {
    variant: {
      underline: { textDecoration: 'underline' },
      // Names in lists: alone on their line, so there is room for fingers.
      plain: { ...touchArea, textDecoration: 'none', _hover: { textDecoration: 'underline' } },
    },
  },
  defaultVariants: { variant: 'underline' },
});

const field = defineSlotRecipe({
  slots: ['root', 'label', 'requiredIndicator', 'errorText', 'helperText'],
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: 1.5, width: 'full' },
    label: { display: 'flex', gap: 1, textStyle: 'sm', fontWeight: 'medium', color: 'fg' },
    requiredIndicator: { color: 'fg.subtle' },
    helperText: { textStyle: 'xs', color: 'fg.muted' },
    errorText: { display: 'flex', gap: 1.5, textStyle: 'sm', color: 'fg.error' },
  },
});

const nativeSelect = defineSlotRecipe({
  slots: ['root', 'field', 'indicator'],
  base: {
    root: { position: 'relative', display: 'flex', width: 'full' },
    field: { ...typeable, pe: 8, cursor: 'pointer', '& option': { bg: 'bg.panel', color: 'fg' } },
    indicator: {
      position: 'absolute',
      insetEnd: 2.5,
      top: 0,
      bottom: 0,
      display: 'flex',
      alignItems: 'center',
      color: 'fg.muted',
      pointerEvents: 'none',
      '& svg': { boxSize: 4 },
    },
  },
});

const toggle = defineSlotRecipe({
  slots: ['root', 'label', 'control', 'thumb', 'indicator'],
  base: {
    root: {
      // Its hidden input stays at its side, so focus scrolls to where it is.
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 2.5,
      cursor: 'pointer',
      _disabled: disabled,
      [touch]: { minH: 11, minW: 11 },
    },
    label: { textStyle: 'md', color: 'fg' },
    control: {
      display: 'inline-flex',
      flexShrink: 0,
      w: 9,
      h: 5,
      p: '2px',
      borderRadius: 'full',
      bg: 'border.control',
      transition: 'background-color',
      transitionDuration: 'fast',
      _checked: { bg: 'brand.solid' },
      '&[data-focus-visible]': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
    },
    thumb: {
      boxSize: 4,
      borderRadius: 'full',
      bg: 'white',
      transition: 'translate',
      transitionDuration: 'fast',
      // Outlined in the text color, which is seen even on a bright brand color.
      _checked: { translate: '16px 0', boxShadow: '0 0 0 1px {colors.brand.contrast}' },
    },
  },
});

const checkbox = defineSlotRecipe({
  slots: ['root', 'label', 'control', 'indicator', 'group'],
  base: {
    root: {
      // Its hidden input stays at its side, so focus scrolls to where it is.
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 2.5,
      cursor: 'pointer',
      _disabled: disabled,
      [touch]: { minH: 11, minW: 11 },
    },
    label: { textStyle: 'md', color: 'fg' },
    control: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      flexShrink: 0,
      boxSize: 4,
      borderRadius: 'sm',
      borderWidth: '1px',
      borderColor: 'border.control',
      bg: 'bg.panel',
      color: 'brand.contrast',
      _checked: { bg: 'brand.solid', borderColor: 'brand.solid' },
      _invalid: { borderColor: 'border.error' },
      '&[data-focus-visible]': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
      '& svg': { boxSize: 3 },
    },
  },
});

export const controlRecipes = { button, input, textarea, link };
export const controlSlotRecipes = { field, nativeSelect, switch: toggle, checkbox };
