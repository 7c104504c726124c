import type { SystemStyleObject } from '@chakra-ui/react';
import { keyframes } from '@emotion/react';
import { PHASE_DURATION } from './open-alerts.ts';

const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(-8px)' } });
const leave = keyframes({ to: { opacity: 0, transform: 'translateX(8px)' } });

/** The edge of a new alert lights up once. The glow is inset so that the list doesn't clip it. */
const glow = keyframes({
  from: { boxShadow: 'inset 0 0 0 1px currentColor, inset 48px 0 48px -40px currentColor' },
  to: { boxShadow: 'inset 0 0 0 1px transparent, inset 48px 0 48px -40px transparent' },
});

/** Unknown alerts have a dashed edge, so that they differ without color too. */
const hatched = 'repeating-linear-gradient(-45deg, currentColor 0 2px, transparent 2px 5px)';

const edges = Object.fromEntries(
  ['critical', 'error', 'warning', 'info', 'unknown'].map((state) => [
    `&[data-state=${state}]::before, &[data-state=${state}]::after`,
    { color: `state.${state}` },
  ]),
);

/** Of the rows and of the head above them. Phones have no head. */
export const listColumns = {
  base: 'auto minmax(0, 1fr) auto',
  md: 'auto 6.25rem minmax(0, 1fr) 8.5rem 9.5rem',
  xl: 'auto 6.25rem minmax(0, 2fr) minmax(11rem, 1fr) 7.5rem minmax(10.5rem, 1fr) 9.5rem',
} as const;

/**
 * The look of the list and its rows, as one style sheet: a style object for each part of each row would cost more than
 * everything else while scrolling.
 */
export const listStyles: SystemStyleObject = {
  fontVariantNumeric: 'tabular-nums',
  '& [data-part=row]': {
    display: 'grid',
    gridTemplateColumns: listColumns,
    gridTemplateAreas: {
      base: '"state what act"',
      md: '"pick state what since act"',
      xl: '"pick state what place since who act"',
    },
    columnGap: { base: 2.5, md: 4 },
    alignItems: 'center',
    position: 'relative',
    minH: { base: 16, md: 14 },
    py: { base: 2, md: 1.5 },
    ps: { base: 3, md: 4 },
    pe: { base: 1, md: 2 },
    borderTopWidth: '1px',
    bg: 'bg.panel',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outlineOffset: '-2px' },
    '&::before': {
      content: '""',
      position: 'absolute',
      insetY: 0,
      insetStart: 0,
      w: '3px',
      background: 'currentColor',
    },
    ...edges,
    '&[data-state=unknown]::before': { background: hatched },
    '&[data-loud]': { bg: 'state.critical.subtle' },
    '&[data-quiet]::before': { w: '1px' },
    '&[aria-selected=true]': { bg: 'brand.subtle' },
    '&[data-phase=arriving]': { animation: `${arrive} {durations.slow} {easings.out}` },
    '&[data-phase=arriving]::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      pointerEvents: 'none',
      animation: `${glow} ${PHASE_DURATION.arriving}ms ease-out forwards`,
    },
    '&[data-phase=leaving]': { animation: `${leave} ${PHASE_DURATION.leaving}ms {easings.out} forwards` },
    '&[data-phase=gone] > *': { opacity: 0.5 },
  },
  '& [data-part=pick]': { gridArea: 'pick', display: { base: 'none', md: 'flex' } },
  '&[data-picking] [data-part=pick]': { display: 'flex', gridArea: 'state' },
  '&[data-picking] [data-part=state]': { display: 'none' },
  '& [data-part=pick] label': {
    display: 'grid',
    placeItems: 'center',
    boxSize: { base: 11, md: 8 },
    m: { base: -2, md: -1.5 },
    cursor: 'pointer',
  },
  '& [data-part=state]': { gridArea: 'state' },
  '& [data-part=hidden]': { srOnly: true },
  '& [data-part=what]': { gridArea: 'what', minW: 0 },
  '& [data-part=name]': { display: 'flex', alignItems: 'baseline', gap: 2, minW: 0 },
  '& [data-part=name] a': {
    minW: 0,
    fontWeight: 'medium',
    borderRadius: 'sm',
    mdDown: { lineClamp: 2, overflowWrap: 'anywhere' },
    md: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    _hover: { textDecoration: 'underline' },
  },
  '& [data-quiet] [data-part=name] a': { fontWeight: 'normal' },
  '& [data-part=type]': {
    display: { base: 'none', md: 'inline' },
    flexShrink: 0,
    textStyle: 'sm',
    color: 'fg.muted',
  },
  '& [data-part=short]': {
    ms: 'auto',
    flexShrink: 0,
    textStyle: 'sm',
    color: 'fg.muted',
    display: { base: 'inline', md: 'none' },
  },
  '& [data-part=brief]': {
    textStyle: 'sm',
    color: 'fg.muted',
    lineClamp: 2,
    overflowWrap: 'anywhere',
    md: { display: 'none' },
    '& svg': { display: 'inline', verticalAlign: '-2px', me: 1 },
  },
  '& [data-part=message]': {
    textStyle: 'sm',
    color: 'fg.muted',
    lineClamp: 1,
    overflowWrap: 'anywhere',
    mdDown: { display: 'none' },
  },
  // Facts that wide screens show in columns follow the message where there is no room for those.
  '& [data-part=also]': { display: { base: 'inline', xl: 'none' } },
  '& [data-part=place], & [data-part=who]': { minW: 0, display: { base: 'none', xl: 'block' } },
  '& [data-part=place]': { gridArea: 'place' },
  '& [data-part=since]': { gridArea: 'since', textAlign: 'end', display: { base: 'none', md: 'block' } },
  '& [data-part=who]': { gridArea: 'who' },
  '& [data-part=act]': { gridArea: 'act', display: 'flex', alignItems: 'center', justifyContent: 'flex-end' },
  '& [data-part=one]': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minW: 0,
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& svg': { flexShrink: 0 },
  },
  '& [data-part=two]': {
    textStyle: 'sm',
    color: 'fg.muted',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& [data-part=act] button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 1.5,
    h: { base: 11, md: 8 },
    minW: { base: 11, md: 8 },
    px: { base: 0, md: 2.5 },
    borderRadius: 'control',
    textStyle: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '@media (pointer: coarse)': { h: 11, minW: 11 },
    '& svg': { flexShrink: 0 },
    '& > span': { display: { base: 'none', md: 'inline' } },
  },
  '& [data-part=act] button[data-first]': { color: 'brand.fg' },
  '& [data-part=blank]': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    h: { base: 16, md: 14 },
    px: 4,
    borderTopWidth: '1px',
    '& i': { h: 3, borderRadius: 'sm', bg: 'bg.muted' },
  },
  '& [data-part=group]': {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    minH: 11,
    ps: { base: 1, md: 2 },
    pe: { base: 1, md: 2 },
    borderTopWidth: '1px',
    bg: 'bg.subtle',
  },
  '& [data-part=group] button': {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    minW: 0,
    minH: { base: 11, md: 9 },
    px: 2,
    borderRadius: 'control',
    fontWeight: 'semibold',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
  },
  // Phones have it in the menu.
  '& [data-part=group] [data-part=select]': {
    display: { base: 'none', md: 'flex' },
    color: 'fg.muted',
    fontWeight: 'medium',
    textStyle: 'sm',
    flexShrink: 0,
  },
  '& [data-part=group] [data-part=menu]': {
    justifyContent: 'center',
    minW: { base: 11, md: 9 },
    px: 0,
    color: 'fg.muted',
    flexShrink: 0,
    '@media (pointer: coarse)': { minW: 11, minH: 11 },
  },
};
