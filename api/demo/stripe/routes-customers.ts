import { endSubscription } from './paying.ts';
import { invalid, cardRefusal } from './errors.ts';
import { attach, detach, methodOf, needMethod, needOwnMethod } from './intents.ts';
import * as kinds from './request.ts';
import {
  clearable,
  isWithin,
  merged,
  moment,
  needed,
  oneOf,
  shape,
  text,
  type Given,
  listed,
  paging,
  params,
  type Ask,
  type Route,
  flag,
  integer,
  list,
} from './request.ts';
import {
  newCustomer,
  type CustomerRow,
  newPrice,
  newProduct,
  type PriceRow,
  type ProductRow,
} from './rows-catalog.ts';
import type { StripeWorld } from './world.ts';

const details = {
  address: kinds.address,
  balance: kinds.integer,
  description: clearable(text),
  email: clearable(text),
  name: clearable(text),
  phone: clearable(text),
  metadata: kinds.metadata,
  preferred_locales: kinds.list(text),
  invoice_settings: shape({ default_payment_method: clearable(text) }),
};

const methodFilter = { ...paging, type: text };

export const customerRoutes: Route[] = [
  ['POST', '/v1/customers', create],
  ['GET', '/v1/customers', all],
  ['GET', '/v1/customers/:id', one],
  ['POST', '/v1/customers/:id', update],
  ['DELETE', '/v1/customers/:id', remove],
  ['GET', '/v1/customers/:id/payment_methods', (ask) => methodsOf(ask, ask.id, params(ask, methodFilter))],
  ['GET', '/v1/payment_methods', methods],
  ['POST', '/v1/payment_methods', createMethod],
  ['GET', '/v1/payment_methods/:id', method],
  ['POST', '/v1/payment_methods/:id', updateMethod],
  ['POST', '/v1/payment_methods/:id/attach', attachMethod],
  ['POST', '/v1/payment_methods/:id/detach', detachMethod],
];

function create(ask: Ask): CustomerRow {
  const { world } = ask;
  const given = params(ask, { ...details, payment_method: text, test_clock: text });
  const clock = given.test_clock && world.need('test_helpers.test_clock', given.test_clock, 'test_clock');
  const customer = newCustomer(clock ? clock.frozen_time : world.now());
  customer.test_clock = clock ? clock.id : null;
  const card = given.payment_method && needMethod(world, given.payment_method, 'payment_method');
  world.add(customer);
  try {
    if (card) attach(world, card, customer);
    put(world, customer, given);
  } catch (error) {
    world.remove(customer.id);
    throw error;
  }
  world.tell('customer.created', customer);
  return customer;
}

function put(world: StripeWorld, customer: CustomerRow, given: Given<typeof details>): void {
  const { metadata, invoice_settings: settings, email, ...rest } = given;
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
  if (settings?.default_payment_method)
    needOwnMethod(
      world,
      settings.default_payment_method,
      customer,
      'invoice_settings[default_payment_method]',
    );
  const known = Object.entries(rest).filter(([name]) => name in customer);
  Object.assign(customer, Object.fromEntries(known));
  if (email !== undefined) customer.email = email;
  customer.metadata = merged(customer.metadata, metadata);
  Object.assign(customer.invoice_settings, settings);
}

function one(ask: Ask): unknown {
  params(ask, {});
  const customer = ask.world.get('customer', ask.id);
  if (customer && ask.world.aside(ask.id).isDeleted) return { id: ask.id, object: 'customer', deleted: true };
  return ask.world.need('customer', ask.id);
}

function update(ask: Ask): CustomerRow {
  const given = params(ask, details);
  const customer = ask.world.need('customer', ask.id);
  ask.world.change('customer.updated', customer, (row) => put(ask.world, row, given));
  return customer;
}

function remove(ask: Ask): unknown {
  const { world, id } = ask;
  params(ask, {});
  const customer = world.need('customer', id);
  for (const row of world.all('subscription'))
    if (row.customer === id && !row.ended_at) endSubscription(world, row, 'cancellation_requested');
  for (const row of world.all('payment_method')) if (row.customer === id) detach(world, row);
  world.aside(id).isDeleted = true;
  world.tell('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}

function all(ask: Ask): unknown {
  const given = params(ask, { ...paging, email: text, created: moment, test_clock: text });
  const rows = ask.world
    .all('customer')
    .filter((row) => !ask.world.aside(row.id).isDeleted && isWithin(row.created, given.created))
    .filter((row) => given.email === undefined || row.email === given.email)
    .filter((row) => row.test_clock === (given.test_clock ?? null));
  return listed(rows, '/v1/customers', given);
}

function methods(ask: Ask): unknown {
  const { customer, ...given } = params(ask, { ...methodFilter, customer: text });
  return methodsOf(ask, needed(customer, 'customer'), given, '/v1/payment_methods');
}

function methodsOf(
  { world }: Ask,
  customer: string,
  given: Given<typeof methodFilter>,
  url = `/v1/customers/${customer}/payment_methods`,
): unknown {
  world.need('customer', customer, url.startsWith('/v1/customers') ? 'id' : 'customer');
  const rows = world
    .all('payment_method')
    .filter((row) => row.customer === customer && (given.type === undefined || row.type === given.type));
  return listed(rows, url, given);
}

function createMethod(ask: Ask): unknown {
  const given = params(ask, {
    type: oneOf('card', 'link'),
    card: shape({ number: text, exp_month: kinds.integer, exp_year: kinds.integer, cvc: text }),
    metadata: kinds.metadata,
  });
  needed(given.type, 'type');
  const { number, exp_month, exp_year, cvc = '000' } = needed(given.card, 'card');
  const typed = {
    number: needed(number, 'card[number]'),
    expMonth: needed(exp_month, 'card[exp_month]'),
    expYear: needed(exp_year, 'card[exp_year]'),
    cvc,
  };
  const made = methodOf(ask.world, typed, ask.world.now());
  if ('problem' in made) throw cardRefusal(made.problem);
  made.method.metadata = merged({}, given.metadata);
  return made.method;
}

function method(ask: Ask): unknown {
  params(ask, {});
  return ask.world.need('payment_method', ask.id);
}

function updateMethod(ask: Ask): unknown {
  const { metadata, billing_details: details } = params(ask, {
    metadata: kinds.metadata,
    billing_details: shape({ name: clearable(text), email: clearable(text), phone: clearable(text) }),
  });
  const row = ask.world.need('payment_method', ask.id);
  ask.world.change('payment_method.updated', row, () => {
    row.metadata = merged(row.metadata, metadata);
    Object.assign(row.billing_details, details);
  });
  return row;
}

function attachMethod(ask: Ask): unknown {
  const { world } = ask;
  const given = params(ask, { customer: text });
  const customer = world.need('customer', needed(given.customer, 'customer'), 'customer');
  const row = needMethod(world, ask.id, 'id');
  attach(world, row, customer);
  return row;
}

function detachMethod(ask: Ask): unknown {
  params(ask, {});
  const row = ask.world.need('payment_method', ask.id);
  detach(ask.world, row);
  return row;
}

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
