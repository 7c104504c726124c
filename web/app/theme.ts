import { createSystem, defaultBaseConfig, defineConfig, defineTokens } from '@chakra-ui/react';
import { contentRecipes, contentSlotRecipes } from './theme/content.ts';
import { controlRecipes, controlSlotRecipes } from './theme/controls.ts';
import { floatingSlotRecipes } from './theme/floating.ts';

/** A color with its two faces: on the light theme, on the dark one. */
const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

/**
 * A color that the operator chooses, by the variables that the server writes into each page; what they are by default, where
 * a page says nothing.
 */
const chosen = (name: string, light: string, dark: string) =>
  pair(`var(--nl-${name}, ${light})`, `var(--nl-${name}, ${dark})`);

const tokens = defineTokens({
  fonts: {
    body: { value: "'Geist', 'Geist Fallback', system-ui, sans-serif" },
    heading: { value: "'Geist', 'Geist Fallback', system-ui, sans-serif" },
    mono: { value: "'Geist Mono', ui-monospace, Menlo, Consolas, monospace" },
  },
  fontSizes: {
    xs: { value: '0.75rem' },
    sm: { value: '0.8125rem' },
    md: { value: '0.875rem' },
    lg: { value: '1rem' },
    xl: { value: '1.25rem' },
    '2xl': { value: '1.75rem' },
    '3xl': { value: '2.5rem' },
    '4xl': { value: '3.5rem' },
  },
  fontWeights: {
    normal: { value: '400' },
    medium: { value: '500' },
    semibold: { value: '600' },
  },
  spacing: Object.fromEntries(
    [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32].map((n) => [
      n,
      { value: `${n * 0.25}rem` },
    ]),
  ),
  sizes: {
    ...Object.fromEntries(
      [
        0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40, 48, 56, 64, 72,
        80, 96,
      ].map((n) => [n, { value: `${n * 0.25}rem` }]),
    ),
    full: { value: '100%' },
    sidebar: { value: '14.5rem' },
    rail: { value: '4rem' },
    header: { value: '3.5rem' },
    content: { value: '80rem' },
    tables: { value: '140rem' },
    prose: { value: '40rem' },
  },
  radii: {
    none: { value: '0' },
    sm: { value: '4px' },
    control: { value: '6px' },
    surface: { value: '8px' },
    full: { value: '9999px' },
  },
  durations: { fast: { value: '120ms' }, normal: { value: '160ms' }, slow: { value: '180ms' } },
  easings: { out: { value: 'cubic-bezier(0.2, 0, 0, 1)' } },
  zIndex: {
    header: { value: 20 },
    sidebar: { value: 30 },
    popover: { value: 1000 },
    toast: { value: 1700 },
    tooltip: { value: 1800 },
  },
});

const colors = {
  bg: {
    DEFAULT: pair('#f8fafc', '#0b1120'),
    panel: pair('#ffffff', '#111a2e'),
    subtle: pair('#f1f5f9', '#16213a'),
    muted: pair('#e9eef5', '#1b2842'),
    emphasized: pair('#dde5ee', '#263552'),
    inverted: pair('#0f172a', '#e5ecf6'),
  },
  fg: {
    DEFAULT: pair('#0f172a', '#e5ecf6'),
    muted: pair('#475569', '#94a3b8'),
    subtle: pair('#5b6a80', '#8b99af'),
    inverted: pair('#f8fafc', '#0b1120'),
    error: pair('#c81e1e', '#f87171'),
  },
  border: {
    DEFAULT: pair('#e2e8f0', '#22304a'),
    /** Lines that say where to type: 3:1 against every ground. */
    control: pair('#7f8ea3', '#5a6b87'),
    error: pair('#dc2626', '#f87171'),
  },
  brand: {
    solid: chosen('brand-solid', '#2c72e5', '#2c72e5'),
    hover: chosen('brand-hover', '#175fd0', '#175fd0'),
    contrast: chosen('brand-contrast', '#ffffff', '#ffffff'),
    fg: chosen('brand-fg', '#1b63d5', '#5a99ff'),
    subtle: chosen('brand-subtle', '#f0f6ff', '#122646'),
    muted: chosen('brand-muted', '#dbe9ff', '#153160'),
    border: chosen('brand-border', '#b9d2fb', '#1f488a'),
    focusRing: chosen('brand-solid', '#2c72e5', '#2c72e5'),
  },
  /** Secondary content next to actions: icons of linked places. */
  secondary: {
    fg: chosen('secondary-fg', '#5a6980', '#8a9bb4'),
    subtle: chosen('secondary-subtle', '#eff6ff', '#19273a'),
    border: chosen('secondary-border', '#c1d2ec', '#3c4b61'),
  },
  /** Of the public site only. */
  accent: {
    solid: chosen('accent-solid', '#00875d', '#00875d'),
    contrast: chosen('accent-contrast', '#ffffff', '#ffffff'),
    fg: chosen('accent-fg', '#007852', '#10b981'),
    subtle: chosen('accent-subtle', '#edf8f2', '#002f1e'),
    border: chosen('accent-border', '#acdfc5', '#00593c'),
  },
  danger: {
    solid: pair('#dc2626', '#dc2626'),
    hover: pair('#b91c1c', '#c81e1e'),
    contrast: pair('#ffffff', '#ffffff'),
    fg: pair('#c81e1e', '#f87171'),
    subtle: pair('#fef2f2', '#2d1a26'),
    muted: pair('#fde3e3', '#3d1f2b'),
    border: pair('#f5b5b5', '#6b2c36'),
    focusRing: pair('#dc2626', '#f87171'),
  },
  /** Lines of charts: the first of the Okabe-Ito colors, and its lighter one. Both stand out 3:1. */
  chart: pair('#0072b2', '#56b4e9'),
  state: {
    critical: { DEFAULT: pair('#dc2626', '#f87171'), subtle: pair('#fff5f5', '#2a1a28') },
    error: { DEFAULT: pair('#c2410c', '#fb923c'), subtle: pair('#fff7ed', '#2a2027') },
    warning: { DEFAULT: pair('#b45309', '#fbbf24'), subtle: pair('#fffaeb', '#292527') },
    info: { DEFAULT: pair('#0369a1', '#38bdf8'), subtle: pair('#f0f8fe', '#122840') },
    ok: { DEFAULT: pair('#15803d', '#4ade80'), subtle: pair('#f0fdf5', '#142b34') },
    unknown: { DEFAULT: pair('#5b6a80', '#94a3b8'), subtle: pair('#f1f5f9', '#1b2842') },
  },
};

const textStyles = Object.fromEntries(
  Object.entries({
    xs: 1.35,
    sm: 1.45,
    md: 1.5,
    lg: 1.55,
    xl: 1.3,
    '2xl': 1.2,
    '3xl': 1.1,
    '4xl': 1.05,
  }).map(([size, lineHeight]) => [
    size,
    { value: { fontSize: size, lineHeight, letterSpacing: lineHeight < 1.35 ? '-0.02em' : undefined } },
  ]),
);

const keyframes = {
  spin: { to: { transform: 'rotate(360deg)' } },
  'fade-in': { from: { opacity: 0 } },
  'fade-out': { to: { opacity: 0 } },
  'rise-in': { from: { opacity: 0, transform: 'translateY(6px)' } },
  'sink-out': { to: { opacity: 0, transform: 'translateY(6px)' } },
  'sheet-in': { from: { transform: 'translateX(-100%)' } },
  'sheet-out': { to: { transform: 'translateX(-100%)' } },
};

const config = defineConfig({
  // A piece of a screen can be shown in the other theme: a preview.
  cssVarsRoot: ':where(html, .chakra-theme)',
  preflight: true,
  globalCss: {
    html: { colorPalette: 'brand', fontFamily: 'body', bg: 'bg', color: 'fg', lineHeight: 1.5 },
    body: { fontSize: 'md', textRendering: 'optimizeLegibility', overflowWrap: 'break-word' },
    '*, *::before, *::after': {
      // Chakra's reset gives every element its own: a cell that may break anywhere would say nothing to what is in it.
      overflowWrap: 'inherit',
      borderColor: 'border',
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
      },
    },
    '*::placeholder': { color: 'fg.subtle', opacity: 1 },
    '::selection': { bg: 'brand.muted' },
    ':focus-visible': {
      outline: '2px solid {colors.brand.focusRing}',
      outlineOffset: '2px',
    },
    // Plain checkboxes look like those of the library, which are too slow for long lists.
    'input[type=checkbox]': {
      appearance: 'none',
      display: 'grid',
      placeItems: 'center',
      flexShrink: 0,
      boxSize: 4,
      borderWidth: '1px',
      borderColor: 'border.control',
      borderRadius: 'sm',
      bg: 'bg.panel',
      cursor: 'pointer',
      '&:checked, &:indeterminate': { bg: 'brand.solid', borderColor: 'brand.solid' },
      _before: {
        content: '""',
        boxSize: 2.5,
        bg: 'brand.contrast',
        transform: 'scale(0)',
        clipPath: 'polygon(14% 44%, 0 65%, 50% 100%, 100% 16%, 80% 0%, 43% 62%)',
      },
      '&:checked::before': { transform: 'scale(1)' },
      '&:indeterminate::before': { transform: 'scale(1)', clipPath: 'inset(40% 5%)' },
    },
    'h1, h2, h3': { fontWeight: 600, letterSpacing: '-0.015em' },
  },
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '68.75rem', xl: '90rem', '2xl': '110rem' },
    keyframes,
    tokens,
    semanticTokens: {
      colors,
      shadows: {
        floating: pair(
          '0 0 0 1px #e2e8f0, 0 12px 32px -8px #0f172a33',
          '0 0 0 1px #2b3b59, 0 16px 40px -8px #00000099',
        ),
      },
    },
    textStyles,
    recipes: { ...controlRecipes, ...contentRecipes },
    slotRecipes: { ...controlSlotRecipes, ...contentSlotRecipes, ...floatingSlotRecipes },
  },
});

/** Our own Chakra system: the base of the library, our tokens, and only the recipes this product uses. */
export const system = createSystem(defaultBaseConfig, config);
