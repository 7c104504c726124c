import type { Config } from '#api/config/config.ts';
import { product, type EmailContent, plainName } from '../email/email-content.ts';
import { TeamRole } from '../teams/membership.entity.ts';

const roleWords: Record<TeamRole, string> = {
  [TeamRole.owner]: 'the owner',
  [TeamRole.member]: 'a member',
  [TeamRole.viewer]: 'a viewer',
};

const roleRights: Record<TeamRole, string> = {
  [TeamRole.owner]: "You can change everything and manage the team's members.",
  [TeamRole.member]: 'You can see and change controllers, rules and alerts.',
  [TeamRole.viewer]: 'You can see everything and acknowledge alerts.',
};

interface Invited {
  team: string;
  by: string;
  role: TeamRole;
  url: string;
}

/** Says the same whether or not there is an account for the address. */
export function invitationTo({ team, by, role, url }: Invited): EmailContent {
  const [where, who] = [plainName(team), plainName(by)];
  return {
    kind: 'invitation',
    subject: `You've been invited to a team on ${product}`,
    heading: `Join ${where}`,
    paragraphs: [
      `${who} invites you to the team ${where} on ${product}, as ${roleWords[role]}. ${roleRights[role]}`,
      'The invitation expires after 7 days and works once.',
    ],
    action: { label: 'Accept invitation', url },
    note: "If you don't know the sender, ignore this email. No account has been created for you.",
  };
}

/** The request that changed a team, as a context has it. */
interface Change {
  app: { config: Pick<Config, 'publicUrl'> };
  viewer: { team: { name: string } };
}

/** Emails someone about a change to their membership of the viewer's team. */
function notice(
  { app, viewer }: Change,
  letter: (team: string) => Pick<EmailContent, 'kind' | 'subject' | 'heading' | 'paragraphs'>,
): EmailContent {
  return {
    ...letter(plainName(viewer.team.name)),
    action: { label: `Open ${product}`, url: `${app.config.publicUrl}/dashboard` },
  };
}

export const roleChanged = (ctx: Change, role: TeamRole): EmailContent =>
  notice(ctx, (team) => ({
    kind: 'team-role',
    subject: 'Your role in a team has changed',
    heading: `You are now ${roleWords[role]} of ${team}`,
    paragraphs: [roleRights[role]],
  }));

export const removedFromTeam = (ctx: Change): EmailContent =>
  notice(ctx, (team) => ({
    kind: 'team-removed',
    subject: 'You were removed from a team',
    heading: `You were removed from ${team}`,
    paragraphs: [
      `The owner removed you from the team ${team}. You were signed out of it, and your API tokens for it were revoked.`,
      'You keep your account. If this is a mistake, ask the owner for a new invitation.',
    ],
  }));

export const nowOwner = (ctx: Change): EmailContent =>
  notice(ctx, (team) => ({
    kind: 'team-owner',
    subject: 'You are now the owner of a team',
    heading: `You are now the owner of ${team}`,
    paragraphs: [`Ownership of the team was transferred to you. ${roleRights[TeamRole.owner]}`],
  }));

export const handedOver = (ctx: Change, heir: string): EmailContent =>
  notice(ctx, (team) => ({
    kind: 'team-handed-over',
    subject: 'You transferred ownership of a team',
    heading: `You transferred ownership of ${team}`,
    paragraphs: [
      `${plainName(heir)} owns the team now, and you are a member of it.`,
      "If this wasn't you, change your password immediately and contact the new owner.",
    ],
  }));
