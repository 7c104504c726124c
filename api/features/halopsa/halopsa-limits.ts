import type { Limit } from '#api/attempts/attempts.ts';

// What a team may have HaloPSA asked, or any server that it says is one.

export const saves: Limit = {
  name: 'halopsa-save',
  attempts: 20,
  seconds: 600,
  says: 'The connection was changed often. Try again in a few minutes.',
};

export const tests: Limit = {
  name: 'halopsa-try',
  attempts: 10,
  seconds: 600,
  says: 'The connection was tested often. Try again in a few minutes.',
};

export const refreshes: Limit = {
  name: 'halopsa-refresh',
  attempts: 10,
  seconds: 600,
  says: 'The lists were read often. Try again in a few minutes.',
};

export const testTickets: Limit = {
  name: 'halopsa-test',
  attempts: 10,
  seconds: 600,
  says: 'Ten test tickets are enough for the moment. Try again in a few minutes.',
};

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
