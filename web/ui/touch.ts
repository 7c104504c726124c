/**
 * Gives something small an area of 44 px for fingers, without moving what's around it. For links in running text there is
 * no room for that, and no need.
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
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: 0 } },
} as const;
