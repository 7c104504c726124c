import type { Sealed } from '#api/security/secrets.ts';

/**
 * The name and payload of every job. Features add jobs by these names, and `wiring/jobs.ts` maps them to
 * functions, so that adding a job never imports its implementation.
 */
export interface JobPayloads {
  // Accounts
  register: { id?: string; sealed: Sealed };
  'mail-verification': { email: string };
  'mail-password-reset': { email: string };
  'mail-lockout': Lockout;
  'remove-unverified-accounts': Nothing;
  'remove-expired-sessions': Nothing;
  'log-audit-entry': AuditHash;

  // Email
  'send-mail': { mailId: string };
  'send-broadcast': { broadcastId: string; troubles?: number };
  'remove-old-mails': Nothing;
  'read-bounces': Nothing;

  // Alerts and notifications
  'end-snooze': { teamId: string; alertId: string; until: string };
  deliver: { integrationId: string };
  'resume-deliveries': Nothing;
  'announce-maintenance': Nothing;
  'tell-alert-limit': AlertAllowance;
  'email-exceeded-budgets': Nothing;
  'remove-old-timelines': Nothing;
  'schedule-proofs': Nothing;
  'prove-channel': { proofId: string };
  'report-channel': { proofId: string };

  // HaloPSA
  'open-halopsa-ticket': TicketJob;
  'note-halopsa-ticket': TicketJob;
  'recover-halopsa-ticket': TicketJob;
  'check-halopsa-tickets': { teamId: string };
  'refresh-halopsa-lists': { teamId: string };
  'poll-halopsa-tickets': Nothing;
  'refresh-all-halopsa-lists': Nothing;

  // Billing
  'apply-stripe-event': { eventId: string };
  'end-stripe-subscription': { customerId: string };
  'read-stripe-customer': { customerId: string };
  'reconcile-billing': Nothing;
  'tell-trials': Nothing;
  'settle-package-limits': { packageId: string };

  // Watching and metrics
  'rest-controllers': Nothing;
  'roll-up-metrics': Nothing;
  'pack-days': Nothing;
  'remove-old-states': Nothing;
  'remove-unowned-metrics': Nothing;
  'note-platform-days': Nothing;
  'run-backtest': { id: string };

  // Reports
  'schedule-reports': Nothing;
  'update-reports': { teamId: string };

  // Cleaning up the database
  'remove-old-events': Nothing;
  'remove-old-history': Nothing;
  'remove-old-pushes': Nothing;
  'remove-old-uploads': Nothing;
  'tidy-queue': Nothing;
}

export type JobName = keyof JobPayloads;

/** The payload of jobs that the schedule adds. */
type Nothing = Record<string, never>;

/** Someone failed to sign in so often that the account is locked for a while. */
export interface Lockout {
  email: string;
  /** What they guessed. Someone who guesses codes knows the password. */
  guessed: 'password' | 'code';
  ipAddress: string | null;
  /** ISO 8601. */
  at: string;
}

/** A stored audit entry, and its hash. */
export interface AuditHash {
  entry: string;
  fingerprint: string;
}

/** How much of the month's alerts a team has used. */
export interface AlertAllowance {
  teamId: string;
  /** First day of the month. */
  month: string;
  percent: number;
  /** Name of the package. */
  plan: string;
  /** Alerts that the package includes per month. */
  most: number;
}

/** An action on one HaloPSA ticket. */
export interface TicketJob {
  /** ID of our row. */
  ticket: string;
  teamId: string;
  /** Attempts that failed so far. */
  tries?: number;
  /** The note has been written, but what follows it failed. */
  isNoted?: boolean;
  /** HaloPSA accepted the ticket without returning its number. It is looked up, and never sent again. */
  isTaken?: boolean;
  /** What a note is about. Absent in other jobs, and in those that a node of the previous release queued. */
  note?: TicketNote;
  /** For nodes of the previous release: the note is about an escalation, not about an alert that came back. */
  isWorse?: boolean;
}

/** What a note in a HaloPSA ticket is about. */
export type TicketNote =
  /** The alert, or for a linked ticket the problem at its sites, came back. */
  | { about: 'return' }
  | { about: 'escalation' }
  /** What is affected now. */
  | { about: 'affected' }
  /** Another ticket (our row), which is linked to it or continues it. */
  | { about: 'ticket'; id: string };
