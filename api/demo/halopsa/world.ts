// A HaloPSA tenant's data besides tickets, in the service's own format.
import { fleetCustomers } from '../unifi/network-fleet.ts';

export interface HalopsaClientRow {
  id: number;
  name: string;
  inactive: boolean;
  toplevel_name: string;
  customfields: null;
}

export interface HalopsaSiteRow {
  id: number;
  name: string;
  /** A float in the service's schema. */
  client_id: number;
  client_name: string;
  clientsite_name: string;
  inactive: boolean;
  sla_id: number;
}

export interface HalopsaCategoryRow {
  id: number;
  category_name: string;
  /** Path in the tree, which tickets are created with. */
  value: string;
  /** Which of a ticket's four category fields it is for. */
  type_id: 1 | 2 | 3 | 4;
  sla_id: number;
  priority_id: number;
}

export interface HalopsaPriorityRow {
  /** A GUID that tickets don't accept. */
  id: string;
  slaid: number;
  /** The value that tickets are created with, the same in every SLA. */
  priorityid: number;
  name: string;
  ishidden: boolean;
}

export interface HalopsaTicketTypeRow {
  id: number;
  name: string;
  use: 'reqs' | 'opps' | 'projects';
  cancreate: boolean;
  default_sla: number;
  /** Required fields of this ticket type. Not part of the service's response. */
  mandatory: string[];
}

export interface HalopsaStatusRow {
  id: number;
  name: string;
  shortname: string;
  type: number;
  sequence: number;
}

export interface HalopsaWorld {
  clients: HalopsaClientRow[];
  sites: HalopsaSiteRow[];
  categories: HalopsaCategoryRow[];
  priorities: HalopsaPriorityRow[];
  ticketTypes: HalopsaTicketTypeRow[];
  statuses: HalopsaStatusRow[];
}

/** Owner of tickets that don't name a client. */
export const unknownClient = 12;

/** A new tenant's status for closed tickets. */
export const closedStatus = 9;

/** The tenant of a small MSP. */
export function smallProvider(): HalopsaWorld {
  return {
    clients: [
      client(246, 'Contoso Dental'),
      client(unknownClient, 'Unknown'),
      client(301, 'Fabrikam Retail'),
      client(302, 'Northwind (left us)', true),
    ],
    sites: [
      site(553, 'Main', 246, 'Contoso Dental'),
      site(554, 'Branch', 246, 'Contoso Dental'),
      site(601, 'Main', 301, 'Fabrikam Retail'),
      site(20, 'Main', unknownClient, 'Unknown'),
    ],
    categories: [
      category(16, 'Account Administration'),
      category(5, 'Hardware>Laptop'),
      category(7, 'Hardware>Network'),
      category(8, 'Network>Wireless'),
      category(40, 'Remote', 2),
      category(41, 'On site', 2),
      category(50, 'Solved', 3),
      category(60, 'Bronze', 4),
    ],
    priorities: [1, 2].flatMap((sla) => [
      priority(sla, 1, sla === 1 ? 'Critical' : 'Urgent'),
      priority(sla, 2, 'High'),
      priority(sla, 3, 'Medium'),
      priority(sla, 4, 'Low'),
      priority(sla, 5, 'Board only', true),
    ]),
    ticketTypes: [
      ticketType(21, 'Incident', ['details']),
      ticketType(23, 'Alert', ['details', 'category_1']),
      { ...ticketType(30, 'Opportunity'), use: 'opps' },
      { ...ticketType(31, 'Retired request'), cancreate: false },
    ],
    statuses: [
      status(1, 'New'),
      status(2, 'In Progress'),
      status(23, 'With User'),
      status(closedStatus, 'Closed'),
    ],
  };
}

/** Clients of the demo's service provider that its customers don't include yet. */
const prospects = ['Ivybridge Dental', 'Lowther Estates', 'Tamar Ferries', 'Zephyr Gyms'];

/** Adds the customers of the demo's service provider, so that importing them finds most of them, and a few more. */
export function addFleetClients({ clients, sites }: HalopsaWorld): void {
  for (const [at, name] of [...fleetCustomers.map((one) => one.name), ...prospects].entries()) {
    const id = 1001 + at;
    clients.push(client(id, name));
    sites.push(site(2001 + at, 'Main', id, name));
  }
}

/** A client as listed. */
export function client(id: number, name: string, inactive = false): HalopsaClientRow {
  return { id, name, inactive, toplevel_name: 'Lantern MSP', customfields: null };
}

/** A site as listed. */
export function site(id: number, name: string, clientId: number, clientName: string): HalopsaSiteRow {
  return {
    id,
    name,
    client_id: clientId,
    client_name: clientName,
    clientsite_name: `${clientName}/${name}`,
    inactive: false,
    sla_id: -1,
  };
}

/** A category as listed. */
export function category(id: number, value: string, type: 1 | 2 | 3 | 4 = 1): HalopsaCategoryRow {
  return { id, category_name: value, value, type_id: type, sla_id: -1, priority_id: -1 };
}

/** A priority as listed. */
export function priority(sla: number, number: number, name: string, hidden = false): HalopsaPriorityRow {
  const id = `0b4f9a3e-${String(sla).padStart(4, '0')}-4380-59fa-${String(number).padStart(12, '0')}`;
  return { id, slaid: sla, priorityid: number, name, ishidden: hidden };
}

function ticketType(id: number, name: string, mandatory: string[] = []): HalopsaTicketTypeRow {
  return { id, name, use: 'reqs', cancreate: true, default_sla: 1, mandatory };
}

function status(id: number, name: string): HalopsaStatusRow {
  return { id, name, shortname: name, type: 0, sequence: id };
}
