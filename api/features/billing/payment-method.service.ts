import type { CustomerContext } from '#api/context.ts';
import { Conflict } from '#api/errors.ts';
import type { SubscriptionStart } from './subscription-start.ts';

export async function setUpPaymentMethod(
  _ctx: CustomerContext,
  _attemptId: string | undefined,
): Promise<SubscriptionStart> {
  throw new Conflict('Payments are not set up yet.');
}

export async function payOpenInvoice(_ctx: CustomerContext): Promise<SubscriptionStart> {
  throw new Conflict('Payments are not set up yet.');
}
