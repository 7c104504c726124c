import { makeNetwork } from '#api/demo/unifi/network.ts';
import { startHalopsa, type HalopsaStandIn } from '#api/demo/halopsa/halopsa.ts';
import { startSendGrid } from '#api/demo/sendgrid/sendgrid.ts';
import { startUnifi } from '#api/demo/unifi/unifi.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { openShop, stock, type PriceList, type Shop } from '#tests/support/selling.ts';

/** The product with everything beside it that the documented calls speak of. */
export interface World {
  shop: Shop;
  cast: Cast;
  halo: HalopsaStandIn;
  prices: PriceList;
  /** What earlier calls have made, by name. */
  ids: Record<string, string>;
  close(): Promise<void>;
}

export const mailKey = 'SG.standin.key-of-tests-9999';

export async function openWorld(): Promise<World> {
  const unifi = await startUnifi({ network: makeNetwork() });
  const mail = await startSendGrid({ apiKey: mailKey, fromDomain: 'example.test' });
  const halo = await startHalopsa({ tenant: 'lantern' });
  const config = { unifiApiUrl: unifi.url, sendgridApiUrl: mail.url, outboundAllow: ['127.0.0.1'] };
  const shop = await openShop({ config });
  await emptyDatabase();
  shop.server.app.content.changed();
  const prices = await stock(shop);
  const cast = await enter(shop.server);
  const close = async () => {
    await shop.close();
    await Promise.all([unifi, mail, halo].map((standIn) => standIn.close()));
  };
  return { shop, cast, halo, prices, ids: {}, close };
}

/** One documented call: who makes it with what, and what of the answer the documents name. */
export interface Row {
  by: 'vic' | 'alice' | 'bob' | 'ada';
  /** `:id` is the one of that name in `ids`. */
  call: string;
  /** What stands for its `:id`, by the name under which it was kept. */
  of?: string;
  query?: (world: World) => string;
  sends?: object | ((world: World) => unknown);
  answers: object | ((world: World) => unknown) | undefined;
  status?: number;
  /** The name under which the answer's `id` is kept. */
  makes?: string;
}

/** Settings that are read as they were written. */
export const readAndWrite = (path: string, fields: object, answers: object = fields): Row[] => [
  { by: 'ada', call: `PUT ${path}`, sends: fields, answers },
  { by: 'ada', call: `GET ${path}`, answers },
];

/** The empty text of an address is none. */
export const withNone = <T extends { logoUrl: string }>(fields: T) => ({
  ...fields,
  logoUrl: null,
  ...('faviconUrl' in fields && { faviconUrl: null }),
});
