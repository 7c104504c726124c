import { Max, MaxLength, Min } from 'class-validator';
import pLimit from 'p-limit';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { computedOnce, fold, foldedSql, wordsOf } from '#api/db/text-search.ts';
import { chargeSearch } from '#api/security/request-rate/row-cost.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { customers } from '../customers/customers.service.ts';
import { Device } from '../controllers/device.entity.ts';
import { TeamMember } from '../members/team-member.ts';
import { watchesSite } from '../packages/package-subscribers.store.ts';
import { alertRules } from '../alerts/alert-rules.service.ts';
import { typeWords } from '../alerts/message.ts';
import { controllers } from '../controllers/controller-list.service.ts';
import { ipPart, macPart, severityOrder } from '../controllers/devices.service.ts';
import { teamSites } from '../sites/sites.service.ts';
import { TeamSite } from '../sites/team-site.entity.ts';
import { teamMembers } from '../members/members.service.ts';

/** The latest closed alerts that are searched. Older ones are found with `alertHistory`. */
export const searchedAlerts = 5_000;

/** Someone waits while they type, but a few searches mustn't take every connection of the pool. */
const connectionsPerSearch = 2;

@ArgsType()
export class SearchArgs {
  @Field(() => String, {
    description: 'One or more words, all of which must match. Case and accents are ignored.',
  })
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  text!: string;

  @Field(() => Int, { defaultValue: 6, description: 'Maximum number of results of each kind, 1 to 50.' })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(50, { message: '`first` must be 50 or less' })
  first!: number;
}

@ObjectType({ description: 'A device that matches a search, with the controller it belongs to.' })
export class DeviceMatch {
  @Field(() => Device, { description: 'The device in its last known state.' })
  device!: Device;

  @Field(() => ID, { description: 'ID of the controller that lists the device.' })
  controllerId!: string;

  @Field({ description: 'Name of that controller.' })
  controllerName!: string;

  @Field(() => String, {
    nullable: true,
    description: "Name of the device's site. `null` if the site hasn't been read yet.",
  })
  siteName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the customer that the device's site belongs to. `null` if it is assigned to none.",
  })
  customerName!: string | null;
}

@ObjectType({
  description: "The parts of your team's data that match a search. All lists are empty for a blank search.",
})
export class SearchResults {
  @Field(() => [Customer], { description: 'Customers by name or tag, those with open alerts first.' })
  customers!: Customer[];

  @Field(() => [TeamSite], {
    description: 'Sites by name, customer, tag or controller, those with open alerts first.',
  })
  sites!: TeamSite[];

  @Field(() => [Controller], { description: 'Controllers by name or site, the ones with problems first.' })
  controllers!: Controller[];

  @Field(() => [DeviceMatch], {
    description:
      'Devices of monitored sites by name, model, MAC address or IP address. Names that begin with the search come first, then devices with problems.',
  })
  devices!: DeviceMatch[];

  @Field(() => [Alert], {
    description: `Alerts by device, site, rule or what is wrong: open ones first, then the latest. Covers all open alerts and the latest ${searchedAlerts.toLocaleString('en')} alerts.`,
  })
  alerts!: Alert[];

  @Field(() => [AlertRule], { description: 'Alert rules by name, oldest first.' })
  alertRules!: AlertRule[];

  @Field(() => [TeamMember], { description: 'Members of your team by name or email.' })
  members!: TeamMember[];
}

/** The team's items that contain every word of a text, a few of each kind. */
export async function search(ctx: ViewerContext, { text, first }: SearchArgs): Promise<SearchResults> {
  const words = wordsOf(text).map(fold);
  if (words.length === 0)
    return {
      customers: [],
      sites: [],
      controllers: [],
      devices: [],
      alerts: [],
      alertRules: [],
      members: [],
    };
  chargeSearch(ctx, text, await searchedRows(ctx));
  const matches = (...texts: string[]) => {
    const folded = fold(texts.join(' '));
    return words.every((word) => folded.includes(word));
  };
  const atOnce = pLimit(connectionsPerSearch);
  const byName = { search: text, first, skip: 0, worstFirst: true };
  const [foundCustomers, foundSites, foundControllers, foundDevices, foundAlerts, rules, people] =
    await Promise.all([
      atOnce(() => customers(ctx, byName)),
      atOnce(() => teamSites(ctx, byName)),
      atOnce(() => controllers(ctx, byName)),
      atOnce(() => devices(ctx, words, first)),
      atOnce(() => alerts(ctx, words, first)),
      atOnce(() => alertRules(ctx)),
      atOnce(() => teamMembers(ctx)),
    ]);
  return {
    customers: foundCustomers,
    sites: foundSites,
    controllers: foundControllers,
    devices: foundDevices,
    alerts: foundAlerts,
    alertRules: rules.filter(({ name }) => matches(name)).slice(0, first),
    members: people.filter(({ name, email }) => matches(name, email)).slice(0, first),
  };
}

/** How many devices and alerts are looked through. */
async function searchedRows({ em, viewer }: ViewerContext): Promise<number> {
  const [row] = await queryRows(
    em,
    { count: int },
    `select (select count(*) from device d join controller c on c.id = d.controller_id where c.team_id = ?)::int
          + (select count(*) from alert where team_id = ? and resolved_at is null)::int
          + (select count(*) from (select from alert where team_id = ? limit ${searchedAlerts}) latest)::int as count`,
    [viewer.team.id, viewer.team.id, viewer.team.id],
  );
  return row?.count ?? 0;
}

/** In no address. */
const noAddress = ' ';

/**
 * The names of controller and site narrow the search ("lobby leeds") but don't match by themselves, or they
 * would list all their devices. A MAC address listed by several consoles is shown once, where its state changed last.
 */
async function devices(
  { em, viewer }: ViewerContext,
  words: readonly string[],
  first: number,
): Promise<DeviceMatch[]> {
  // An address with its digits in groups, such as `A0 B1 C2 D3 E4 01`, is one word.
  const whole = macPart(words.join(''));
  const sought = whole?.length === 12 ? [words.join('')] : words;
  const isOwn = `(strpos(own, ?) > 0 or strpos(mac, ?) > 0 or strpos(ip, ?) > 0)`;
  const addressed = (word: string) => [word, macPart(word) ?? noAddress, ipPart(word) ?? noAddress];
  const isMatch = sought.map(() => `(${isOwn} or strpos(place, ?) > 0)`);
  const rows = await queryRows(
    em,
    {
      id: tables.device.id,
      controllerId: tables.device.controller_id,
      controllerName: tables.controller.name,
      siteName: orNull(tables.site_reading.name),
      customerName: orNull(tables.customer.name),
    },
    `select id, controller_id as "controllerId", controller_name as "controllerName", site_name as "siteName",
            customer_name as "customerName"
       from (select distinct on (d.mac) d.id, d.mac, d.ip, d.name, d.state, own, d.controller_id,
                    c.name as controller_name, r.name as site_name, k.name as customer_name
               from controller c
               join device d on d.controller_id = c.id and d.left_at is null
               left join site_reading r on r.controller_id = c.id and r.host_id = d.host_id
               left join team_site s on s.team_id = c.team_id and s.host_id = d.host_id
               left join customer k on k.id = s.customer_id
              cross join lateral ${computedOnce(
                `${foldedSql(`concat_ws(' ', d.name, d.model)`)} as own,
                 ${foldedSql(`concat_ws(' ', c.name, coalesce(r.name, c.selected_site_name))`)} as place`,
              )} texts
              where c.team_id = ? and ${watchesSite('c', 'd.host_id', 'team_id = ?')}
                and ${isMatch.join(' and ')} and (${sought.map(() => isOwn).join(' or ')})
              order by d.mac, d.state_since desc) found
      order by ip is distinct from ?, strpos(own, ?) <> 1, ${severityOrder}, name, id limit ?`,
    [
      viewer.team.id,
      viewer.team.id,
      ...sought.flatMap((word) => [...addressed(word), word]),
      ...sought.flatMap(addressed),
      sought.join(' '),
      sought.join(' '),
      first,
    ],
  );
  const found = await em.find(Device, { id: rows.map(({ id }) => id) });
  const byId = new Map(found.map((device) => [device.id, device]));
  return rows.flatMap(({ id, ...match }) => {
    const device = byId.get(id);
    return device ? [{ device, ...match }] : [];
  });
}

/**
 * All open alerts, and as many of the latest as an index reads quickly, because a team may have a million.
 */
async function alerts(
  { em, viewer }: ViewerContext,
  words: readonly string[],
  first: number,
): Promise<Alert[]> {
  const searched = `id, timestamp, resolved_at, type,
    concat_ws(' ', device_name, site_name, network_site, uplink_name, rule_name) as names`;
  const rows = await queryRows(
    em,
    { id: tables.alert.id },
    `select id
       from (select ${searched} from alert where team_id = ? and resolved_at is null
             union all
             select * from (select ${searched} from alert where team_id = ?
                             order by timestamp desc limit ${searchedAlerts}) latest
              where resolved_at is not null) alert
      cross join lateral (select concat_ws(' ', names, ?::jsonb ->> type) as words) said
      cross join lateral ${computedOnce(`${foldedSql('words')} as own`)} texts
      where ${words.map(() => 'strpos(own, ?) > 0').join(' and ')}
      order by resolved_at is not null, timestamp desc, id desc limit ?`,
    [viewer.team.id, viewer.team.id, JSON.stringify(typeWords), ...words, first],
  );
  const ids = rows.map(({ id }) => id);
  const found = await em.find(Alert, { id: ids });
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
