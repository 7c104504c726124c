import type { Limit } from '#api/security/attempts/attempts.ts';

// What a team may have HaloPSA asked, or any server that it says is one.

const inTenMinutes = (what: string, attempts: number, says: string): Limit => ({
  name: `halopsa-${what}`,
  attempts,
  seconds: 600,
  says: `${says} Try again in a few minutes.`,
});

export const saves = inTenMinutes('save', 20, 'The connection was changed often.');
export const tests = inTenMinutes('try', 10, 'The connection was tested often.');
export const refreshes = inTenMinutes('refresh', 10, 'The lists were read often.');
export const testTickets = inTenMinutes('test', 10, 'Ten test tickets are enough for the moment.');

/** Of one list, by somebody who looks at it and finds none that is fresh. */
export const looks: Limit = {
  name: 'halopsa-list',
  attempts: 1,
  seconds: 60,
  says: 'HaloPSA was asked for this a moment ago. Try again in a minute.',
};

/** Of the sites of all clients together: tickets need most of what HaloPSA may be asked. */
export const siteLooks: Limit = {
  name: 'halopsa-sites',
  attempts: 30,
  seconds: 300,
  says: 'The sites of many clients were looked up. Try again in a few minutes.',
};
