import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { newAccount } from '#api/features/auth/joining/accounts.store.ts';
import { hashPassword } from '#api/features/auth/sign-in/password-hash.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { newToken } from '#api/security/token.ts';
import { monthsPaid, subscribeTeam, trial } from './subscribing.ts';
import type { StripeStandIn } from '../stripe/stripe.ts';

const day = 86_400_000;

type Paying = { plan: string; price: 'stripePriceId' | 'stripePriceIdUsd'; months: number };

interface Customer {
  name: string;
  company: string;
  email: string;
  /** Days ago: they went no further than their trial. Or what they pay for since it was over, how many months by now. */
  since: number | Paying;
}

const usd = (plan: string, months: number): Paying => ({ plan, price: 'stripePriceIdUsd', months });
const gbp = (plan: string, months: number): Paying => ({ plan, price: 'stripePriceId', months });
const [professional, provider] = ['Professional Plan', 'Provider Plan'];

/** Who came to the platform in the year before the demo began. */
const customers: Customer[] = [
  ['Marta Okafor', 'Harbour Managed IT', 'marta@harbour-it.test', usd(provider, 10)],
  ['Jonas Lind', 'Lind & Söhne', 'jonas@lind-soehne.test', 291],
  ['Ruth Castellanos', 'Castellanos Hoteles', 'ruth@castellanos.test', usd(professional, 7)],
  ['Owen Pritchard', 'Pritchard Dairies', 'owen@pritchard-dairies.test', 198],
  ['Aiko Tanabe', 'Tanabe Print', 'aiko@tanabe-print.test', 163],
  ['Fergus McLeish', 'Skye Broadband', 'fergus@skye-broadband.test', gbp(professional, 4)],
  ['Leïla Haddad', 'Cabinet Haddad', 'leila@cabinet-haddad.test', 96],
  ['Grace Adeyemi', 'Adeyemi Schools Trust', 'grace@adeyemi-trust.test', gbp(professional, 0)],
  ['Peter Vos', 'Vos Logistiek', 'peter@vos-logistiek.test', 26],
  ['Ines Duarte', 'Duarte Clinics', 'ines@duarte-clinics.test', 9],
  ['Tom Whitfield', 'Whitfield IT', 'tom@whitfield-it.test', 5],
].map(([name, company, email, since]) => ({ name, company, email, since }) as Customer);

/** Puts them in, none with a password that anybody knows. */
export async function addCustomers(em: EntityManager, plan: Package | null): Promise<void> {
  const passwordHash = await hashPassword(newToken());
  for (const { name, company, email, since } of customers) {
    const joined = typeof since === 'number' ? Date.now() - since * day : monthsPaid(since.months) - trial;
    const createdAt = new Date(joined);
    const [firstName = '', lastName = ''] = name.split(' ');
    const { team } = newAccount(em, {
      email,
      passwordHash,
      firstName,
      lastName,
      companyName: company,
      package: plan,
      emailVerifiedAt: createdAt,
      agreedToTermsAt: createdAt,
      createdAt,
    });
    const end = new Date(joined + trial);
    Object.assign(team, { createdAt, trialEndsAt: end, activeUntil: end });
  }
}

/** Lets those who pay have subscribed when their trial was over. */
export async function subscribeOthers(app: App, standIn: StripeStandIn): Promise<void> {
  const em = app.orm.em.fork();
  for (const { email, since } of customers) {
    if (typeof since === 'number') continue;
    const mine = { role: TeamRole.owner, user: { email }, team: { stripeCustomerId: null } };
    const owner = await em.findOne(Membership, mine, { populate: ['team'] });
    const plan = await em.findOne(Package, { name: since.plan });
    const priceId = plan?.[since.price];
    if (!owner || !priceId) continue;
    const begin = new Date(monthsPaid(since.months));
    await subscribeTeam(app, standIn, { begin, team: owner.team, email, priceId });
  }
}
