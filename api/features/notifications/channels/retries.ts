const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** For people in a chat: hours later the news is old, and the screens have told it. Milliseconds. */
export const chatRetries: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
];

/** For mail, which people expect to come late rather than never. Milliseconds. */
export const mailRetries: readonly number[] = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
];

/** For programs, which may be away over a weekend (Standard Webhooks 1.0, retry schedule). Milliseconds. */
export const webhookRetries: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
