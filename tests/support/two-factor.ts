import { generate } from 'otplib';
import { vi } from 'vitest';
import { EnableTwoFactorDocument, TwoFactorSetupDocument } from '#web/gql/graphql.ts';
import { as } from './as.ts';
import type { Person } from './people.ts';

/** Seconds that a code is shown. */
const step = 30;

/** Sets the clock to the middle of a step, so that none ends during a test. Call `vi.useRealTimers` after. */
export function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime((Math.floor(Date.now() / 1000 / step) + 0.5) * step * 1000);
}

/** What the authenticator app of someone shows, so many steps from now. */
export const codeOf = (secret: string, steps = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * step });

/** Begins a set-up. Returns the secret, as it is typed into the app. */
export async function beginSetUp(person: Person): Promise<string> {
  const { twoFactorSetup } = await as(person).run(TwoFactorSetupDocument);
  return twoFactorSetup.manualEntryKey.replaceAll(' ', '');
}

/** Sets up the second factor; the code of the step before is used up by it, so that the present one is free. */
export async function setUpTwoFactor(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await beginSetUp(person);
  const { enableTwoFactor } = await as(person).run(EnableTwoFactorDocument, {
    code: await codeOf(secret, -1),
  });
  return { secret, recoveryCodes: enableTwoFactor.recoveryCodes };
}
