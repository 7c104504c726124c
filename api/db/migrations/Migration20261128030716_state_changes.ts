import { Migration } from '@mikro-orm/migrations';

/** Every change of a state is stored, and samples of finished days are packed, so that a rule can be run over the past. */
export class Migration20261128030716_state_changes extends Migration {
  override name = 'Migration20261128030716_state_changes';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "state_change" ("controller_id" uuid not null, "host_id" text not null, "mac" text not null, "at" timestamptz not null, "state" text not null, "state_reason" text null, "down_ports" integer[] null, primary key ("controller_id", "host_id", "mac", "at"));`,
    );
    this.addSql(`alter table "controller" add "states_since" timestamptz null;`);
    this.addSql(`alter table "device" add "down_ports" integer[] null;`);
    this.addSql(
      `alter table "state_change" add constraint "state_change_controller_id_foreign" foreign key ("controller_id") references "controller" ("id") on delete cascade;`,
    );

    this.addSql(`alter table metrics.device_sample add column deferred boolean;`);
    // Each row has a controller's rounds, or a device's samples in them, of one UTC day that began at "at". As for
    // samples, there are no foreign keys.
    this.addSql(`create table metrics.round_day (
      at timestamptz not null, controller_id uuid not null, offsets bytea not null, seconds bytea not null,
      primary key (controller_id, at)) partition by range (at);`);
    this.addSql(`create table metrics.device_day (
      at timestamptz not null, device_id uuid not null, state bytea not null, cpu bytea, memory bytea, disk_free bytea,
      uplink_bps bytea, primary key (device_id, at)) partition by range (at);`);

    // What alerts prove about the time before this version.
    this.addSql(`insert into state_change (controller_id, host_id, mac, at, state)
      select distinct on (controller_id, site_id, at) controller_id, site_id, '', at,
             case when at = resolved_at then 'connected' else 'disconnected' end
        from alert cross join lateral (values (since), (resolved_at)) as moment (at)
       where type = 'console_offline' and since > now() - interval '90 days' and at is not null;`);
    this.addSql(`with trouble as (
        select controller_id, site_id, split_part(subject, '/port/', 1) as mac,
               nullif(split_part(subject, '/port/', 2), '')::int as port, type, since, resolved_at, resolution
          from alert
         where type in ('device_offline', 'device_impaired', 'port_down') and since > now() - interval '90 days'),
      moment as (
        select distinct controller_id, site_id, mac, at
          from trouble cross join lateral (values (since), (resolved_at)) as edge (at) where at is not null),
      found as (
        select m.*, ports, known,
               coalesce(down, case when lost then 'unknown' else 'online' end) as state
          from moment m cross join lateral (
            select max(case type when 'device_impaired' then 'impaired' else 'offline' end)
                     filter (where port is null and (resolved_at is null or resolved_at > m.at)) as down,
                   coalesce(bool_or(port is null and resolved_at = m.at and resolution <> 'recovered'), false) as lost,
                   array_agg(distinct port order by port)
                     filter (where port is not null and (resolved_at is null or resolved_at > m.at)) as ports,
                   bool_or(port is not null) as known
              from trouble t
             where t.controller_id = m.controller_id and t.site_id = m.site_id and t.mac = m.mac and t.since <= m.at) as facts)
      insert into state_change (controller_id, host_id, mac, at, state, down_ports)
      select controller_id, site_id, mac, at, state,
             case when state = 'online' and known then coalesce(ports, '{}') end
        from found on conflict do nothing;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table metrics.device_day;`);
    this.addSql(`drop table metrics.round_day;`);
    this.addSql(`alter table metrics.device_sample drop column deferred;`);
    this.addSql(`drop table if exists "state_change" cascade;`);
    this.addSql(`alter table "controller" drop column "states_since";`);
    this.addSql(`alter table "device" drop column "down_ports";`);
  }
}
