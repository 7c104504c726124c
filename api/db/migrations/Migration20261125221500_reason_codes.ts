import { Migration } from '@mikro-orm/migrations';

const channel = '(E-mail|Slack|Microsoft Teams|Discord|The webhook)';

/** Sentences of deliveries that were skipped or wait, as patterns, and the codes that they become. */
const patterns: readonly [pattern: string, code: string][] = [
  [`^${channel} is not set up for this team$`, 'channel_missing'],
  [`^${channel} is switched off$`, 'channel_off'],
  ['^The channel was removed$', 'channel_removed'],
  ['^E-mail has no recipients$', 'no_recipients'],
  ['^[^ ]+ is not among the recipients any more$', 'recipient_removed'],
  ['^[^ ]+ has unsubscribed from these mails$', 'unsubscribed'],
  ['^The subscription has ended$', 'subscription_ended'],
  ["^Beyond the package's ([0-9,]+ )?alerts of this month$", 'alert_limit'],
  ["^This channel wasn't notified when the alert opened$", 'opening_not_sent'],
  ['^The problem ended before the maintenance window did$', 'ended_in_maintenance'],
  ['^The problem ended before quiet hours did$', 'ended_in_quiet_hours'],
  ['^The problem returned before this was sent$', 'problem_returned'],
  ['^Every alert it would have covered is waiting or was not sent$', 'nothing_to_summarise'],
  ['^Many alerts at once\\. This one is sent in a summary$', 'awaiting_summary'],
  ['^Sent after two more readings without the problem$', 'settling'],
  ['^No one on the team receives .+ alerts at this severity$', 'no_listener'],
  ['^The account of [^ ]+ is suspended$', 'account_suspended'],
  ['^[^ ]+ has not been confirmed yet$', 'address_unconfirmed'],
  ['^[^ ]+ has switched off alert notifications$', 'alerts_off'],
  ['^[^ ]+ has switched off e-mail notifications$', 'emails_off'],
  ['^[^ ]+ does not want e-mail alerts$', 'channel_unwanted'],
  ['^[^ ]+ does not want alerts of the severity [a-z]+$', 'severity_unwanted'],
  ['^[^ ]+ belongs to no member and has had [0-9]+ mails within a day\\.', 'address_mail_limit'],
  ['^Addresses that belong to no member have had [0-9]+ mails within a day\\.', 'team_mail_limit'],
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Sentences give way to codes and parameters. One that isn't known stays as a parameter, as do the words of a service. */
export class Migration20261125221500_reason_codes extends Migration {
  override name = 'Migration20261125221500_reason_codes';

  override up(): void | Promise<void> {
    const cases = patterns.map(([pattern, code]) => `when "reason" ~ ${quoted(pattern)} then '${code}'`);
    this.addSql(
      `update "delivery" set "reason_params" = null where "reason_code" is null and "reason_params" is not null;`,
    );
    // A code whose sentence did not name its end keeps the sentence.
    this.addSql(
      `update "delivery" set "reason_params" = jsonb_build_object('text', "reason")
         where "reason_code" in ('maintenance', 'quiet_hours', 'snoozed') and "reason" is not null
           and ("reason_params"->>'until' is null
                or ("reason_code" = 'maintenance' and "reason_params"->>'window' is null));`,
    );
    this.addSql(
      `update "delivery" set "reason_code" = case
           when "status" in ('failed', 'retrying') then 'attempt_failed' ${cases.join(' ')} else 'other' end
         where "reason_code" is null and "reason" is not null;`,
    );
    this.addSql(
      `update "delivery" set "reason_params" = case "reason_code"
           when 'alert_limit' then jsonb_build_object('limit', replace(substring("reason" from '([0-9,]+) alerts'), ',', '')::int)
           when 'severity_unwanted' then jsonb_build_object('severity', substring("reason" from '([a-z]+)$'))
           when 'address_mail_limit' then jsonb_build_object('limit', substring("reason" from 'had ([0-9]+) mails')::int)
           when 'team_mail_limit' then jsonb_build_object('limit', substring("reason" from 'had ([0-9]+) mails')::int)
           else jsonb_build_object('text', "reason") end
         where "reason_params" is null and "reason" is not null and "reason_code" in ('attempt_failed', 'other',
               'alert_limit', 'severity_unwanted', 'address_mail_limit', 'team_mail_limit');`,
    );
    this.addSql(`alter table "delivery" drop column "reason";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "delivery" add column "reason" text null;`);
    this.addSql(`update "delivery" set "reason" = "reason_params"->>'text';`);
  }
}
