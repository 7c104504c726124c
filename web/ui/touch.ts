/**
 * Gives something small an area of 44 px for fingers, without moving what's around it. Links of the variant `plain` have it.
 * For links in running text there is no room for that, and no need. An ancestor that hides what overflows cuts it off.
 */
export const touchArea = {
  position: 'relative',
  '@media (pointer: coarse)': {
    '&::after': {
      content: '""',
      position: 'absolute',
      top: '50%',
      left: '50%',
      w: 'max(100%, 2.75rem)',
      h: 'max(100%, 2.75rem)',
      transform: 'translate(-50%, -50%)',
    },
  },
} as const;

/** Lets fingers hit a row's main link or button anywhere in the row, which is `position: relative`. */
export const touchRow = {
  position: 'static',
  '@media (pointer: coarse)': {
    '&::after': { content: '""', position: 'absolute', inset: 0, w: 'auto', h: 'auto', transform: 'none' },
  },
} as const;
