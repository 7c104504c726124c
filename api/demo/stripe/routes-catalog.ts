import { invalid } from './errors.ts';
import * as kinds from './params.ts';
import {
  clearable,
  flag,
  integer,
  isWithin,
  list,
  merged,
  moment,
  needed,
  oneOf,
  shape,
  text,
} from './params.ts';
import { newPrice, newProduct, type PriceRow, type ProductRow } from './rows-catalog.ts';
import { listed, paging, params, type Ask, type Route } from './route.ts';

const interval = oneOf('day', 'week', 'month', 'year');

export const catalogRoutes: Route[] = [
  ['POST', '/v1/products', createProduct],
  ['GET', '/v1/products', products],
  ['GET', '/v1/products/:id', (ask) => (params(ask, {}), ask.world.need('product', ask.id))],
  ['POST', '/v1/products/:id', updateProduct],
  ['POST', '/v1/prices', createPrice],
  ['GET', '/v1/prices', prices],
  ['GET', '/v1/prices/:id', (ask) => (params(ask, {}), ask.world.need('price', ask.id))],
  ['POST', '/v1/prices/:id', updatePrice],
];

const productWords = {
  active: flag,
  description: clearable(text),
  metadata: kinds.metadata,
  name: text,
};

function createProduct(ask: Ask): ProductRow {
  const { world } = ask;
  const { name, metadata, ...rest } = params(ask, { ...productWords, id: text });
  const product = newProduct(world.now(), needed(name, 'name'));
  if (rest.id && world.any(rest.id))
    throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  const { expand: _, ...words } = { expand: undefined, ...rest };
  Object.assign(product, words, { metadata: merged({}, metadata) });
  world.add(product);
  world.tell('product.created', product);
  return product;
}

function updateProduct(ask: Ask): ProductRow {
  const { metadata, name, active, description } = params(ask, productWords);
  const product = ask.world.need('product', ask.id);
  ask.world.change('product.updated', product, (row) => {
    row.metadata = merged(row.metadata, metadata);
    row.name = name ?? row.name;
    row.active = active ?? row.active;
    if (description !== undefined) row.description = description;
  });
  return product;
}

function products(ask: Ask): unknown {
  const given = params(ask, { ...paging, active: flag, ids: list(text), created: moment });
  const rows = ask.world
    .all('product')
    .filter((row) => given.active === undefined || row.active === given.active)
    .filter((row) => isWithin(row.created, given.created) && (given.ids?.includes(row.id) ?? true));
  return listed(rows, '/v1/products', given);
}

const priceWords = {
  active: flag,
  lookup_key: text,
  metadata: kinds.metadata,
  nickname: clearable(text),
};

function createPrice(ask: Ask): PriceRow {
  const { world } = ask;
  const given = params(ask, {
    ...priceWords,
    currency: text,
    product: text,
    product_data: shape({ name: text, metadata: kinds.metadata }),
    unit_amount: integer,
    recurring: shape({ interval, interval_count: integer }),
  });
  const currency = needed(given.currency, 'currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}.`, { param: 'currency' });
  const amount = needed(given.unit_amount, 'unit_amount');
  if (amount < 0)
    throw invalid('Invalid non-negative integer', {
      code: 'parameter_invalid_integer',
      param: 'unit_amount',
    });
  const product = given.product_data
    ? world.add(newProduct(world.now(), needed(given.product_data.name, 'product_data[name]')))
    : world.need('product', needed(given.product, 'product'), 'product');
  const every = given.recurring ? needed(given.recurring.interval, 'recurring[interval]') : null;
  const price = newPrice(world.now(), {
    product: product.id,
    currency,
    amount,
    interval: every,
    intervalCount: given.recurring?.interval_count,
  });
  price.active = given.active ?? true;
  price.lookup_key = given.lookup_key ?? null;
  price.nickname = given.nickname ?? null;
  price.metadata = merged({}, given.metadata);
  world.add(price);
  world.tell('price.created', price);
  return price;
}

function updatePrice(ask: Ask): PriceRow {
  const given = params(ask, priceWords);
  const price = ask.world.need('price', ask.id);
  ask.world.change('price.updated', price, (row) => {
    row.active = given.active ?? row.active;
    row.lookup_key = given.lookup_key ?? row.lookup_key;
    if (given.nickname !== undefined) row.nickname = given.nickname;
    row.metadata = merged(row.metadata, given.metadata);
  });
  return price;
}

function prices(ask: Ask): unknown {
  const given = params(ask, {
    ...paging,
    active: flag,
    created: moment,
    currency: text,
    lookup_keys: list(text),
    product: text,
    type: oneOf('one_time', 'recurring'),
  });
  const rows = ask.world
    .all('price')
    .filter((row) => given.active === undefined || row.active === given.active)
    .filter((row) => given.currency === undefined || row.currency === given.currency)
    .filter((row) => given.product === undefined || row.product === given.product)
    .filter((row) => given.type === undefined || row.type === given.type)
    .filter((row) => given.lookup_keys?.includes(row.lookup_key ?? '') ?? true)
    .filter((row) => isWithin(row.created, given.created));
  return listed(rows, '/v1/prices', given);
}
