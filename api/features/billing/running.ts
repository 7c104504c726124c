/** States of Stripe's in which a team has what it bought: not `unpaid` or `paused`, nor before the first payment. */
const runningStatuses = ['trialing', 'active', 'past_due'] as const;

/** SQL: whether a row of `subscription` is in such a state. */
export const isRunning = `status in (${runningStatuses.map((status) => `'${status}'`).join(', ')})`;
