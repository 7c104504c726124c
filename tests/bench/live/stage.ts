import { freePort } from '#api/boot/postgres.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { addCustomer, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { scratchDatabase } from '../scratch-database.ts';
import type { Bare } from './bare.ts';
import type { Clients, Subscriber } from './clients.ts';
import { startPart, type Part } from './part.ts';
import type { Product } from './product.ts';

/** As many WebSockets as one person may have. */
const socketsEach = 20;

/** A database, a node that changes things and that no one listens to, and a second one with everyone who listens. */
export interface Stage {
  writer: Running;
  product: Part<Product>;
  clients: Part<Clients>;
  databaseUrl: string;
  port: number;
  /** Where clients of the product connect. */
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function setStage(): Promise<Stage> {
  const stack = new AsyncDisposableStack();
  const { url: databaseUrl } = stack.use(await scratchDatabase());
  const writer = await startServer({ databaseUrl, config: { logLevel: 'silent' } });
  stack.defer(() => writer.close());
  const clients = startPart<Clients>('clients.ts');
  stack.defer(() => clients.stop());
  const port = await freePort();
  const product = startPart<Product>('product.ts');
  const url = `ws://127.0.0.1:${port}/graphql`;
  const dispose = () => stack.disposeAsync();
  const stage = { writer, product, clients, databaseUrl, port, url, [Symbol.asyncDispose]: dispose };
  // Whichever is there then: a measure may have started it again.
  stack.defer(() => stage.product.stop());
  await product.ask('listen', { databaseUrl, port });
  return stage;
}

/** The bare library and its clients. */
export async function setBareStage() {
  const stack = new AsyncDisposableStack();
  const bare = startPart<Bare>('bare.ts');
  stack.defer(() => stage.bare.stop());
  const clients = startPart<Clients>('clients.ts');
  stack.defer(() => clients.stop());
  const url = await bare.ask('listen', { port: 0 });
  const stage = { bare, clients, url, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  return stage;
}

/** So many WebSockets that listen to one controller of a team, of as many members as that needs. */
export async function addTeam(
  { writer }: Stage,
  sockets: number,
): Promise<{ owner: Customer; subscribers: Subscriber[] }> {
  const owner = await addCustomer(writer);
  const tokens = [owner.token];
  while (tokens.length * socketsEach < sockets) tokens.push(await addColleague(writer, owner));
  const subscribers = Array.from({ length: sockets }, (_, n) => ({
    token: tokens[n % tokens.length]!,
    controllerId: owner.controllerId,
    after: 0,
  }));
  return { owner, subscribers };
}

async function addColleague(writer: Running, owner: Customer): Promise<string> {
  const { userId, sessionId, token } = await addCustomer(writer, { firstName: 'Colleague' });
  const em = writer.app.orm.em.fork();
  em.persist(em.assign(new Membership(), { team: owner.teamId, user: userId, role: TeamRole.owner }));
  await em.flush();
  await em.nativeUpdate(Session, { id: sessionId }, { team: owner.teamId });
  return token;
}
