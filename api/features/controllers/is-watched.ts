/**
 * SQL: whether a row of `controller` is watched. Of a team whose people are all suspended it is not: nobody could see what is
 * found. Nor of one whose subscription has ended, nor beyond a package.
 */
export const isWatched = `(
  not controller.over_limit
  and exists (select from team where team.id = controller.team_id and coalesce(active_until > now(), true))
  and exists (select from membership join "user" on "user".id = membership.user_id
               where membership.team_id = controller.team_id and not "user".suspended))`;
