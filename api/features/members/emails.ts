import type { Config } from '#api/config/config.ts';
import { product, type Letter, plainName } from '../email/letter.ts';
import { TeamRole } from '../teams/membership.entity.ts';

const roleWords: Record<TeamRole, string> = {
  [TeamRole.owner]: 'the owner',
  [TeamRole.member]: 'a member',
  [TeamRole.viewer]: 'a viewer',
};

const roleRights: Record<TeamRole, string> = {
  [TeamRole.owner]: 'You can change everything, and you decide who is in the team.',
  [TeamRole.member]: 'You can see and change controllers, rules and alerts.',
  [TeamRole.viewer]: 'You can see everything, acknowledge alerts, and change nothing else.',
};

interface Invited {
  team: string;
  by: string;
  role: TeamRole;
  url: string;
}

/** Says the same whether or not there is an account for the address. */
export function invitationTo({ team, by, role, url }: Invited): Letter {
  const [where, who] = [plainName(team), plainName(by)];
  return {
    kind: 'invitation',
    subject: `You are invited to a team on ${product}`,
    heading: `Join ${where}`,
    paragraphs: [
      `${who} invites you to the team ${where} on ${product}, as ${roleWords[role]}. ${roleRights[role]}`,
      'The invitation is good for 7 days and can be used once.',
    ],
    action: { label: 'Accept the invitation', url },
    note: 'If you do not know who this is, do nothing: nobody has an account in your name because of this mail.',
  };
}

/** The request that changed a team, as a context has it. */
interface Change {
  app: { config: Pick<Config, 'publicUrl'> };
  viewer: { team: { name: string } };
}

/** Tells someone what changed for them in the viewer's team. */
function notice(
  { app, viewer }: Change,
  letter: (team: string) => Pick<Letter, 'kind' | 'subject' | 'heading' | 'paragraphs'>,
): Letter {
  return {
    ...letter(plainName(viewer.team.name)),
    action: { label: `Open ${product}`, url: `${app.config.publicUrl}/dashboard` },
  };
}

export const roleChanged = (ctx: Change, role: TeamRole): Letter =>
  notice(ctx, (team) => ({
    kind: 'team-role',
    subject: 'Your role in a team has changed',
    heading: `You are ${roleWords[role]} of ${team} now`,
    paragraphs: [roleRights[role]],
  }));

export const removedFromTeam = (ctx: Change): Letter =>
  notice(ctx, (team) => ({
    kind: 'team-removed',
    subject: 'You are no longer in a team',
    heading: `You are no longer in ${team}`,
    paragraphs: [
      `The owner has taken you out of the team ${team}. You are signed out of it, and your API tokens for it have ended.`,
      'Your account stays yours. If this is a mistake, ask the owner for a new invitation.',
    ],
  }));

export const nowOwner = (ctx: Change): Letter =>
  notice(ctx, (team) => ({
    kind: 'team-owner',
    subject: 'You own a team now',
    heading: `You own ${team} now`,
    paragraphs: [`The team was handed over to you. ${roleRights[TeamRole.owner]}`],
  }));

export const handedOver = (ctx: Change, heir: string): Letter =>
  notice(ctx, (team) => ({
    kind: 'team-handed-over',
    subject: 'You have handed over a team',
    heading: `You have handed over ${team}`,
    paragraphs: [
      `${plainName(heir)} owns the team now, and you are a member of it.`,
      'If this was not you, change your password at once and write to them.',
    ],
  }));
