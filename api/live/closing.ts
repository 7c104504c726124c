/** Close codes: RFC 6455's, and the graphql-ws protocol's 4403. Its clients come back by themselves after 1001 and 1013. */
export const closing = {
  goingAway: [1001, 'Going away'],
  moved: [1001, 'Another team, role or demand'],
  notText: [1003, 'Send text'],
  failed: [1011, 'Internal error'],
  later: [1013, 'Try again later'],
  tooSlow: [1013, 'Too slow: resume with your cursor'],
  tooMany: [1013, 'Too many connections'],
  tooFast: [1013, 'Too many messages'],
  forbidden: [4403, 'Forbidden'],
} as const satisfies Record<string, readonly [number, string]>;

/** Bytes that may wait for a client that does not read. */
export const mostBuffered = 1024 * 1024;

/** Milliseconds for a client to take its leave before its connection is cut. */
export const closingPatience = 1000;
