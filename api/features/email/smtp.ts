import { createTransport } from 'nodemailer';
import { MailFailure, type Transport } from './message.ts';

/** Milliseconds for a mail server to answer; it may be far away, and a job waits for it. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** What nodemailer says of a failure. */
interface SmtpError {
  code?: string;
  responseCode?: number;
}

/**
 * Mail through a server of the operator's: `smtp://user:password@host:587?from=alerts@example.com`. Without `from` it
 * comes from `no-reply@` the host of PUBLIC_URL.
 */
export function smtpTransport(smtpUrl: string, publicUrl: string): Transport {
  const url = new URL(smtpUrl);
  const { hostname } = new URL(publicUrl);
  const from = url.searchParams.get('from') ?? `no-reply@${hostname}`;
  url.searchParams.delete('from');
  const server = createTransport({
    url: url.href,
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    keeps: false,
    async send({ id, to, subject, text, html }) {
      try {
        await server.sendMail({
          from: { name: 'Netlantern', address: from },
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (error) {
        throw failureOf(error as SmtpError);
      }
    },
  };
}

/** 5xx is a server's last word (RFC 5321, 4.2.1), except where it only dislikes how we signed in: that can be mended. */
function failureOf({ code = 'unknown', responseCode }: SmtpError): MailFailure {
  const permanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  const answer = responseCode === undefined ? code : `${responseCode}, ${code}`;
  return new MailFailure(`The mail server did not take it (${answer})`, permanent);
}
