import type { CustomerContext } from '#api/context.ts';
import { Conflict } from '#api/errors.ts';
import type { BillingDrift } from './billing-drift.ts';

export async function reconcileBilling(_ctx: CustomerContext): Promise<BillingDrift[]> {
  throw new Conflict('Payments are not set up yet.');
}

export async function billingDrift(_ctx: CustomerContext): Promise<BillingDrift[]> {
  return [];
}
