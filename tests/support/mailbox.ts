import { Logger, runOnce } from 'graphile-worker';
import { taskList } from '#api/jobs/worker.ts';
import { jobs } from '#api/wiring/jobs.ts';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { vault } from '#api/security/secrets.ts';
import type { Running } from './running.ts';

/** An email as the local mailbox shows it (operator's interface). */
export interface Mailed {
  to: string;
  /** The reply address; null for the sender's. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  createdAt: string;
}

/** Runs every job that is due, as a worker would. */
export async function runJobs({ app, databaseUrl }: Running): Promise<void> {
  await runOnce({
    connectionString: databaseUrl,
    taskList: taskList(app, jobs),
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
}

/** What an address has been sent so far, newest first, once the jobs that are due have run. */
export async function mailsTo(running: Running, address: string): Promise<Mailed[]> {
  await runJobs(running);
  const response = await fetch(`${running.url}/dev/mailbox.json`);
  const mails = (await response.json()) as Mailed[];
  return mails.filter(({ to }) => to === address);
}

/** The outbox's rows, oldest first, with their text decrypted; null once it was deleted. */
export async function outboxMails({ app }: Running, where: { kind?: string; to?: string }) {
  const mails = await app.orm.em.fork().find(OutboxEmail, where, { orderBy: { createdAt: 'asc' } });
  return mails.map(({ id, kind, to, subject, text }) => ({
    kind,
    to,
    subject,
    text: text ? vault.unseal(text, 'mail.text', id) : null,
  }));
}

/** The path and query of the first link in an email; links begin with PUBLIC_URL. */
export function linkIn({ text }: Mailed, { app }: Running): URL {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (!link?.startsWith(`${app.config.publicUrl}/`)) throw new Error(`No link of ours in: ${text}`);
  return new URL(link);
}

/** The token in the first link of an email. */
export function tokenIn(mail: Mailed, running: Running): string {
  const token = linkIn(mail, running).searchParams.get('token');
  if (!token) throw new Error(`No token in: ${mail.text}`);
  return token;
}
