import type { CustomerContext } from '#api/context.ts';
import { Conflict } from '#api/errors.ts';
import type { PackageChangePreview, SubscriptionStart } from './subscription-start.ts';
import type { TeamSubscription } from './team-subscription.ts';

const notYet = () => new Conflict('Payments are not set up yet.');

export async function previewPackageChange(
  _ctx: CustomerContext,
  _packageId: string,
): Promise<PackageChangePreview> {
  throw notYet();
}

export async function changePackage(
  _ctx: CustomerContext,
  _given: { packageId: string; attemptId: string | undefined },
): Promise<SubscriptionStart> {
  throw notYet();
}

export async function cancelSubscription(_ctx: CustomerContext): Promise<TeamSubscription> {
  throw notYet();
}

export async function resumeSubscription(_ctx: CustomerContext): Promise<TeamSubscription> {
  throw notYet();
}
