import type { App } from '#api/config/app.ts';
import { isRunning } from '../billing/subscription.entity.ts';
import { MailWay, providerOf, currentTransport } from '../email/transport.store.ts';
import { longestWait } from '../notifications/deliveries.store.ts';
import { dateOf } from '../../db/row-values.ts';
import { isRead, readingPatience } from './late-readings.ts';
import type { ChannelFacts, MailFacts, PollFacts, StripeFacts } from './outside-verdicts.ts';

// What is measured where the product meets others. Raw statements give times as texts.

/** Rows that are told one by one. */
const mostTold = 10;

const query = <Row extends object>({ orm }: App, sql: string, values: unknown[] = []) =>
  orm.em.fork().execute<Row[]>(sql, values);

/** Who is watched; late are those that missed a whole interval. */
const watched = `
  with watched as (
    select controller.name, status, last_sync, next_poll_at, owner.name as team,
           extract(epoch from now() - next_poll_at) as overdue, ${readingPatience} as patience
      from controller join team owner on owner.id = controller.team_id
     where ${isRead})`;

export async function readPolls(app: App): Promise<PollFacts> {
  const { pollIntervalSeconds } = app.config;
  const [row] = await query<Omit<PollFacts, 'worst' | 'lastRead'> & { lastRead: string | null }>(
    app,
    `${watched}
     select count(*)::int as watched,
            count(*) filter (where overdue > patience)::int as late,
            coalesce(max(overdue) filter (where overdue > patience), 0)::float as longest,
            count(*) filter (where status = 'error' or next_poll_at is null)::int as unreadable,
            max(last_sync) as "lastRead"
       from watched`,
    [pollIntervalSeconds],
  );
  const worst = await query<{ controller: string; team: string; due: string }>(
    app,
    `${watched}
     select name as controller, team, next_poll_at as due from watched
      where overdue > patience order by next_poll_at limit ?`,
    [pollIntervalSeconds, mostTold],
  );
  return {
    ...row!,
    lastRead: dateOf(row!.lastRead),
    worst: worst.map((one) => ({ ...one, due: new Date(one.due) })),
  };
}

export async function readChannels(app: App): Promise<ChannelFacts> {
  const kinds = await query<{
    type: string;
    channels: number;
    of: number;
    teams: number;
    since: string | null;
  }>(
    app,
    `select type, count(*)::int as of,
            count(*) filter (where failing_since is not null)::int as channels,
            count(distinct team_id) filter (where failing_since is not null)::int as teams,
            min(failing_since) as since
       from integration where made_from is null and is_active
      group by type order by channels desc, type`,
  );
  return {
    active: kinds.reduce((sum, one) => sum + one.of, 0),
    failing: kinds.flatMap(({ since, ...kind }) => (since ? [{ ...kind, since: new Date(since) }] : [])),
    longestWait: await longestWait(app.orm.em.fork()),
  };
}

const wayWords: Record<MailWay, string> = {
  [MailWay.provider]: 'the provider',
  [MailWay.smtp]: 'SMTP_URL',
  [MailWay.mailbox]: 'the local mailbox of development',
  [MailWay.none]: 'nothing',
};

export async function readMail(app: App): Promise<MailFacts> {
  const { by } = await currentTransport(app.orm.em.fork(), app.config);
  const { settings } = await providerOf(app.orm.em.fork(), app.config);
  const [row] = await query<{
    lastSent: string | null;
    lastFailed: string | null;
    waiting: number;
    stuck: number;
    longestWait: number;
    failedToday: number;
  }>(
    app,
    `select max(sent_at) filter (where status = 'sent') as "lastSent",
            max(created_at) filter (where status = 'failed') as "lastFailed",
            count(*) filter (where status = 'waiting')::int as waiting,
            count(*) filter (where status = 'waiting' and attempts > 0
                               and created_at < now() - interval '15 minutes')::int as stuck,
            coalesce(extract(epoch from now() - min(created_at) filter (
              where status = 'waiting' and attempts = 0 and broadcast_id is null)), 0)::float as "longestWait",
            count(*) filter (where status = 'failed' and created_at > now() - interval '1 day')::int as "failedToday"
       from mail`,
  );
  const { lastSent, lastFailed, ...counted } = row!;
  return {
    ...counted,
    way: wayWords[by],
    isNone: by === MailWay.none,
    failure: settings?.failure ?? null,
    failingSince: by === MailWay.mailbox ? null : (settings?.failingSince ?? null),
    lastSent: dateOf(lastSent),
    lastFailed: dateOf(lastFailed),
  };
}

interface StripeSettings extends Pick<StripeFacts, 'hasKeys' | 'hasWebhookSecret' | 'isSelling'> {
  reconciledAt: string | null;
  sinceReconciled: number | null;
}

/** Before anybody has entered any. */
const none: StripeSettings = {
  hasKeys: false,
  hasWebhookSecret: false,
  isSelling: false,
  reconciledAt: null,
  sinceReconciled: null,
};

export async function readStripe(app: App): Promise<StripeFacts> {
  const [settings] = await query<StripeSettings>(
    app,
    `select secret_key_tail is not null as "hasKeys", webhook_secret_tail is not null as "hasWebhookSecret",
            purchasing_enabled as "isSelling", reconciled_at as "reconciledAt",
            extract(epoch from now() - reconciled_at)::float as "sinceReconciled"
       from payment_settings where id = 1`,
  );
  const [events] = await query<{
    lastEvent: string | null;
    waiting: number;
    longestWait: number;
    subscriptions: number;
  }>(
    app,
    `select max(received_at) as "lastEvent", count(*) filter (where status = 'received')::int as waiting,
            coalesce(extract(epoch from now() - min(received_at) filter (where status = 'received')), 0)::float
              as "longestWait",
            (select count(*) from subscription where ${isRunning})::int
              as subscriptions
       from stripe_event`,
  );
  const failed = await query<{ type: string; count: number; last: string; failure: string | null }>(
    app,
    `select type, count(*)::int as count, max(received_at) as last,
            (array_agg(failure order by received_at desc))[1] as failure
       from stripe_event where status = 'failed' group by type order by count desc, type limit ?`,
    [mostTold],
  );
  const { reconciledAt, ...found } = settings ?? none;
  return {
    ...found,
    ...events!,
    reconciledAt: dateOf(reconciledAt),
    lastEvent: dateOf(events!.lastEvent),
    failed: failed.map((one) => ({ ...one, last: new Date(one.last) })),
  };
}
