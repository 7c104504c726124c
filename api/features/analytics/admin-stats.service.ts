import type { CustomerContext } from '#api/context.ts';
import { Currency } from '../packages/package.entity.ts';
import { User } from '../users/user.entity.ts';
import type { AdminStats, Revenue } from './admin-stats.ts';
import { Subscription } from './subscription.entity.ts';

/** The figures of the admin dashboard: what is there now, nothing estimated. */
export async function adminStats({ em }: CustomerContext): Promise<AdminStats> {
  const revenues = await em.getConnection().execute<Revenue[]>(
    `select currency, sum(amount)::int as amount from subscription
        where status in ('active', 'past_due') group by currency order by sum(amount) desc, currency`,
  );
  const [most = { currency: Currency.GBP, amount: 0 }] = revenues;
  return {
    totalUsers: await em.count(User),
    activeSubscriptions: await em.count(Subscription, {
      status: { $in: ['trialing', 'active', 'past_due'] },
      lacksCard: false,
    }),
    monthlyRevenue: most.amount / 100,
    currency: most.currency,
    revenues,
  };
}
