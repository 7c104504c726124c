import { createHash } from 'node:crypto';
import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { cleaned } from '#api/lib/plain-text.ts';
import type { Choice } from '../client/halopsa-responses.ts';
import { nameKey, ownerIn } from './name-match.ts';

/** What importing a client does. */
export enum HalopsaImportAction {
  create = 'create',
  link = 'link',
  linked = 'linked',
  taken = 'taken',
}

registerEnumType(HalopsaImportAction, {
  name: 'HalopsaImportAction',
  description: 'What importing a client from HaloPSA does.',
  valuesConfig: {
    create: { description: 'Adds a customer, because none has this name.' },
    link: { description: 'Links the customer that has this name and no client yet.' },
    linked: { description: 'Only assigns sites, because a customer is already linked to this client.' },
    taken: { description: 'Nothing: the customer of this name is linked to another client.' },
  },
});

@ObjectType({
  description: 'A site that may belong to a client, because its name is or contains the client’s.',
})
export class HalopsaImportSite {
  @Field(() => ID, { description: 'UUID of the site, for `importHalopsaClients`.' })
  id!: string;

  @Field({ description: 'Name of the console in UniFi.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Customer that it belongs to now, and would no longer. `null` if it is assigned to none.',
  })
  customerName!: string | null;
}

@ObjectType({ description: 'A client in HaloPSA, and what importing it would do.' })
export class HalopsaImportRow {
  @Field(() => Int, { description: 'ID of the client in HaloPSA.' })
  clientId!: number;

  @Field({ description: 'Name of the client in HaloPSA.' })
  clientName!: string;

  @Field(() => HalopsaImportAction, { description: 'What importing it does.' })
  action!: HalopsaImportAction;

  @Field(() => ID, { nullable: true, description: 'The customer it concerns. `null` if one would be added.' })
  customerId!: string | null;

  @Field({ description: 'Name of that customer, or the name that a new one would get.' })
  customerName!: string;

  @Field(() => Int, {
    description: 'Number of other clients with the same name. Only one of them can be imported.',
  })
  sameName!: number;

  @Field(() => [HalopsaImportSite], {
    description: 'Up to 200 sites that would be assigned to the customer, those without a customer first.',
  })
  sites!: HalopsaImportSite[];

  @Field({
    description: 'Identifies what this row proposes. An import is refused if it no longer applies.',
  })
  stamp!: string;
}

@ObjectType({ description: 'What an import from HaloPSA would do. Nothing is changed.' })
export class HalopsaImportPreview {
  @Field(() => [HalopsaImportRow], { description: 'A page of the clients, by name.' })
  rows!: HalopsaImportRow[];

  @Field(() => Int, { description: 'Number of clients.' })
  count!: number;

  @Field(() => Boolean, { description: 'Whether HaloPSA has more clients than are read.' })
  isTruncated!: boolean;

  @Field(() => GraphQLISODateTime, { description: 'When the clients were read from HaloPSA.' })
  readAt!: Date;
}

@ObjectType({ description: 'What an import from HaloPSA has done.' })
export class HalopsaImportResult {
  @Field(() => Int, { description: 'Number of customers added.' })
  created!: number;

  @Field(() => Int, { description: 'Number of existing customers that were linked to their client.' })
  linked!: number;

  @Field(() => Int, { description: 'Number of sites assigned to a customer.' })
  assigned!: number;
}

export interface ImportSource {
  clients: readonly Choice[];
  customers: readonly { id: string; name: string; haloClientId: number | null }[];
  /** The sites that controllers list now. */
  sites: readonly { id: string; name: string; customerId: string | null }[];
}

/** Sites that are proposed for one client. More are assigned on the list of sites. */
const mostSites = 200;

/** What importing each client would do, by name. Compares names as `name-match.ts` says. */
export function planImport({ clients, customers, sites }: ImportSource): HalopsaImportRow[] {
  const linkedTo = new Map(
    customers.toReversed().flatMap((one) => (one.haloClientId === null ? [] : [[one.haloClientId, one]])),
  );
  const named = new Map(customers.toReversed().map((one) => [nameKey(one.name), one]));
  const sameName = Map.groupBy(clients, (client) => nameKey(nameOf(client)));
  const nameOfCustomer = new Map(customers.map(({ id, name }) => [id, name]));
  const proposed = sitesByClient(clients, sites, linkedTo);
  return clients
    .map((client): HalopsaImportRow => {
      const own = linkedTo.get(client.id);
      const found = own ?? named.get(nameKey(nameOf(client)));
      const action = own
        ? HalopsaImportAction.linked
        : !found
          ? HalopsaImportAction.create
          : found.haloClientId === null
            ? HalopsaImportAction.link
            : HalopsaImportAction.taken;
      const its = action === HalopsaImportAction.taken ? [] : (proposed.get(client.id) ?? []);
      const row = {
        clientId: client.id,
        clientName: client.name || nameOf(client),
        action,
        customerId: found?.id ?? null,
        customerName: found?.name ?? nameOf(client),
        sameName: sameName.get(nameKey(nameOf(client)))!.length - 1,
        sites: its
          .filter(({ customerId }) => customerId !== found?.id)
          .toSorted((a, b) => Number(a.customerId !== null) - Number(b.customerId !== null))
          .slice(0, mostSites)
          .map(({ id, name, customerId }) => ({
            id,
            name,
            customerName: customerId === null ? null : (nameOfCustomer.get(customerId) ?? null),
          })),
      };
      return { ...row, stamp: stampOf(row) };
    })
    .toSorted((a, b) => order.compare(a.clientName, b.clientName) || a.clientId - b.clientId);
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The name that a customer gets. A client without one is named after its number. */
const nameOf = ({ id, name }: Choice): string => cleaned(name, 100) || `Client ${id}`;

/** Each site under the client whose name it has. Of several clients with one name, the linked one is meant. */
function sitesByClient(
  clients: readonly Choice[],
  sites: ImportSource['sites'],
  linkedTo: ReadonlyMap<number, unknown>,
): Map<number, ImportSource['sites'][number][]> {
  const owners = new Map<string, number | null>();
  for (const [key, same] of Map.groupBy(clients, (client) => nameKey(nameOf(client)))) {
    const linked = same.filter(({ id }) => linkedTo.has(id));
    const meant = same.length === 1 ? same : linked;
    owners.set(key, meant.length === 1 ? meant[0]!.id : null);
  }
  const found = new Map<number, ImportSource['sites'][number][]>();
  for (const site of sites) {
    const owner = ownerIn(site.name, owners);
    if (owner !== undefined) found.set(owner, [...(found.get(owner) ?? []), site]);
  }
  return found;
}

function stampOf(row: Omit<HalopsaImportRow, 'stamp'>): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16);
}
