// What customers ask of billing, and how they stand.
import { Team } from '#api/features/teams/team.entity.ts';
import { as, Refusal } from '#tests/support/as.ts';
import type { Person } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/selling.ts';

interface Start {
  clientSecret: string | null;
  confirm: 'payment' | 'setup' | 'none';
  status: string;
  amount: number | null;
  currency: string | null;
  firstPaymentAt: string | null;
}

const start = '{ clientSecret confirm status amount currency firstPaymentAt }';

interface Shown {
  state: string;
  isActive: boolean;
  package: { id: string; name: string } | null;
  trialEndsAt: string | null;
  activeUntil: string | null;
  currentPeriodEnd: string | null;
  cancelAt: string | null;
  amount: number | null;
  currency: string | null;
  creditLeft: number | null;
  pendingPackage: { id: string; name: string } | null;
  paymentMethod: { brand: string; last4: string; expMonth: number; expYear: number } | null;
  pastDueSince: string | null;
  nextAttemptAt: string | null;
  stripeSubscriptionId: string | null;
  canPurchase: boolean;
}

const shown = `{
  state isActive package { id name } trialEndsAt activeUntil currentPeriodEnd cancelAt amount currency creditLeft
  pendingPackage { id name } paymentMethod { brand last4 expMonth expYear } pastDueSince nextAttemptAt
  stripeSubscriptionId canPurchase
}`;

/** @throws Refusal for the first error */
async function run<T>(person: Person, document: string, variables: object = {}): Promise<T> {
  const { data, errors } = await as(person).ask(document, variables);
  const [first] = errors ?? [];
  if (first) throw new Refusal(first.message, first.extensions.code, first.extensions.fields);
  return Object.values(data as Record<string, T>)[0] as T;
}

/** A person at billing. */
export const billing = (person: Person) => ({
  see: () => run<Shown>(person, `{ subscription ${shown} }`),
  refresh: () => run<Shown>(person, `mutation { refreshSubscription ${shown} }`),
  usage: () =>
    run<{ usage: Record<string, number | null> }>(
      person,
      `{ subscription { usage { controllers maxControllers devices maxDevices alertsThisMonth maxAlertsPerMonth
         dataRetentionDays transferredBytes controllersBeyond devicesBeyond } } }`,
    ).then(({ usage }) => usage),
  offer: (packageId: string) =>
    run<{
      prices: { currency: string; amount: number }[];
      fixedCurrency: string | null;
      firstPaymentAt: string | null;
      savedCard: { last4: string } | null;
    }>(
      person,
      `query($packageId: ID!) { subscriptionOffer(packageId: $packageId) { prices { currency amount } fixedCurrency firstPaymentAt savedCard { last4 } } }`,
      { packageId },
    ),
  subscribe: (packageId: string, more: { currency?: string; attempt?: string; savedCard?: boolean } = {}) =>
    run<Start>(
      person,
      `mutation($packageId: ID!, $currency: Currency, $attempt: ID, $savedCard: Boolean) {
         createSubscription(packageId: $packageId, currency: $currency, attempt: $attempt, savedCard: $savedCard) ${start} }`,
      { packageId, ...more },
    ),
  preview: (packageId: string) =>
    run<{
      amountDue: number;
      credit: number;
      currency: string;
      nextAmount: number;
      nextPaymentAt: string | null;
      over: string[];
    }>(
      person,
      `query($packageId: ID!) { previewPackageChange(packageId: $packageId) { amountDue credit currency nextAmount nextPaymentAt over } }`,
      { packageId },
    ),
  change: (packageId: string, more: { attempt?: string } = {}) =>
    run<Start>(
      person,
      `mutation($packageId: ID!, $attempt: ID) { changePackage(packageId: $packageId, attempt: $attempt) ${start} }`,
      { packageId, ...more },
    ),
  cancel: () => run<Shown>(person, `mutation { cancelSubscription ${shown} }`),
  resume: () => run<Shown>(person, `mutation { resumeSubscription ${shown} }`),
  newCard: () => run<Start>(person, `mutation { setUpPaymentMethod ${start} }`),
  pay: () => run<Start>(person, `mutation { payOpenInvoice ${start} }`),
});

/** Makes the team one whose trial is over, so that what it subscribes to is paid at once. */
export async function afterTrial({ server, teamId }: Person): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  await server.app.orm.em
    .fork()
    .nativeUpdate(Team, { id: teamId }, { trialEndsAt: yesterday, activeUntil: yesterday });
}

/** Makes the team one with so many days of its trial left by Stripe's clock. Returns its end. */
export async function inTrial({ stripe }: Shop, { server, teamId }: Person, days: number): Promise<Date> {
  const end = new Date(Math.floor(stripe.clock.now() / 1000) * 1000 + days * 86_400_000);
  await server.app.orm.em.fork().nativeUpdate(Team, { id: teamId }, { trialEndsAt: end, activeUntil: end });
  return end;
}

export async function teamOf({ server, teamId }: Person): Promise<Team> {
  return server.app.orm.em.fork().findOneOrFail(Team, teamId, { populate: ['package'] });
}

/** The team's subscriptions at Stripe, oldest first, as their states. */
export async function atStripe(shop: Shop, person: Person): Promise<string[]> {
  const { stripeCustomerId } = await teamOf(person);
  return stripeCustomerId ? shop.stripe.subscriptionsOf(stripeCustomerId).map(({ status }) => status) : [];
}
