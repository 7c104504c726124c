import type { Context } from '#api/context.ts';
import { subjectKey } from '#api/attempts/attempts.ts';

/** Who tried: by the id of the account, if there is one. */
export interface Who {
  email: string;
  userId?: string;
}

/**
 * One line for each sign-in and each refusal (ASVS 16.3.1). Addresses that were typed in are written as the start of
 * their SHA-256: equal ones can be seen to be equal.
 */
export function logSignIn({ app, request }: Context, outcome: string, { email, userId }: Who): void {
  const account = subjectKey(email).slice(0, 16);
  const line = { event: 'sign-in', outcome, account, userId, from: request.ip, reqId: request.id };
  app.log.info(line, 'A sign-in');
}
