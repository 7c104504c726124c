import { Field, ObjectType } from 'type-graphql';
import { bool } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import type { ViewerContext } from '#api/graphql/context.ts';

@ObjectType({ description: 'What a new team still has to set up.' })
export class FirstSteps {
  @Field({ description: 'A controller is connected.' })
  hasController!: boolean;

  @Field({ description: 'A notification channel is on.' })
  hasChannel!: boolean;

  @Field({ description: 'A message was delivered to a channel, such as a test alert.' })
  hasDelivered!: boolean;

  @Field({ description: 'A colleague has joined or is invited.' })
  hasColleague!: boolean;

  @Field({
    description:
      'No notification channel is on, no rule opens tickets and no one receives push notifications, so alerts only appear on screens.',
  })
  isSilent!: boolean;
}

/** What the team has set up so far. */
export async function firstSteps({ em, viewer }: ViewerContext): Promise<FirstSteps> {
  const [steps] = await queryRows(
    em,
    { hasController: bool, hasChannel: bool, hasDelivered: bool, hasColleague: bool, isSilent: bool },
    `select exists (select from controller where team_id = t.id) as "hasController",
            exists (select from integration where team_id = t.id and made_from is null and is_active) as "hasChannel",
            exists (select from integration where team_id = t.id and last_delivered_at is not null) as "hasDelivered",
            (select count(*) > 1 from membership where team_id = t.id)
              or exists (select from invitation where team_id = t.id) as "hasColleague",
            not exists (select from integration where team_id = t.id and made_from is null and is_active)
              and not exists (select from halopsa_connection h join alert_rule r on r.team_id = h.team_id
                               where h.team_id = t.id and r.is_active and r.halo_enabled)
              and not exists (select from push_subscription p join membership m on m.id = p.membership_id
                               where m.team_id = t.id) as "isSilent"
       from team t where t.id = ?`,
    [viewer.team.id],
  );
  return steps!;
}
