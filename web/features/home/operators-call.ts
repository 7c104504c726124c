/** Of buttons whose words the operator chooses: where they do not fit on one line, they take another. */
export const operatorsCall = {
  h: 'auto',
  minH: 11,
  maxW: 'full',
  py: 2,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;
