// A team and its owner change; Stripe's own emails follow them, and the documented user tells of the right team.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { syncCustomer } from '#api/features/billing/sync/sync.store.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, password, type Cast } from '#tests/support/people.ts';
import {
  addCustomerAtStripe,
  openShop,
  settle,
  stock,
  subscribeAtStripe,
  type Shop,
} from '#tests/support/selling.ts';

let shop: Shop;
let cast: Cast;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyDatabase();
  await stock(shop);
  cast = await enter(shop.server);
});

const rows = () => shop.server.app.orm.em.fork();
const changes = () => shop.stripe.webhooks.events().filter(({ type }) => type === 'customer.updated').length;

async function atStripe(id: string): Promise<unknown[]> {
  const customer = await shop.api.customers.retrieve(id);
  return customer.deleted ? [] : [customer.name, customer.email];
}

test('A customer in Stripe has the team’s name and its owner’s address, and is updated only when they change', async () => {
  const customer = await addCustomerAtStripe(shop, cast.alice);
  await syncCustomer(shop.server.app, customer);
  expect(await atStripe(customer)).toEqual(["Alice's company", cast.alice.email]);
  await settle(shop);
  const before = changes();
  await syncCustomer(shop.server.app, customer);
  await settle(shop);
  expect(changes()).toBe(before);
});

test('A new name and a new owner are sent to Stripe automatically', async () => {
  const customer = await addCustomerAtStripe(shop, cast.alice);
  await syncCustomer(shop.server.app, customer);
  await as(cast.alice).ask('mutation { renameTeam(input: { name: "Nordlicht" }) { id } }');
  await settle(shop);
  expect(await atStripe(customer)).toEqual(['Nordlicht', cast.alice.email]);
  const mia = await addMember(cast.alice, TeamRole.member, 'Mia');
  const { errors } = await as(cast.alice).ask(
    'mutation($input: TransferOwnershipInput!) { transferOwnership(input: $input) { id } }',
    { input: { memberId: mia.memberId, password } },
  );
  expect(errors).toBeUndefined();
  await settle(shop);
  expect(await atStripe(customer)).toEqual(['Nordlicht', mia.email]);
});

test('Someone who owns several teams is shown with the one that has a subscription', async () => {
  const em = rows();
  const other = Object.assign(new Team(), { name: 'Second' });
  await em.persist(other).flush();
  em.create(Membership, { team: other.id, user: cast.alice.userId, role: TeamRole.owner } as never);
  await em.flush();
  const customer = await addCustomerAtStripe(shop, { teamId: other.id });
  const { id } = await subscribeAtStripe(shop, customer, 'price_provider_usd');
  await settle(shop);
  const shown = () => rows().findOneOrFail(User, { id: cast.alice.userId });
  expect(await shown()).toMatchObject({ packageName: 'Provider Plan', stripeSubscriptionId: id });
  await shop.api.subscriptions.cancel(id);
  await settle(shop);
  expect((await shown()).stripeSubscriptionId).toBeNull();
});
