import { createTransport } from 'nodemailer';
import { EmailFailure, type Transport, headersOf } from './message.ts';

/** Milliseconds for a mail server to answer; it may be far away, and a job waits for it. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** What nodemailer says of a failure. */
interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
  /** What was said to the server: `RCPT TO`. */
  command?: string;
  /** What the system was asked for: `connect`. */
  syscall?: string;
  /** What took too long: `CONNECT_TIMEOUT`. */
  timeoutType?: string;
}

/**
 * Mail through a server of the operator's: `smtp://user:password@host:587?from=alerts@example.com`. Without `from` it
 * comes from `no-reply@` the host of PUBLIC_URL. `fromName` stands beside it.
 */
export function smtpTransport(smtpUrl: string, publicUrl: string, fromName: string): Transport {
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
    async send(message) {
      const { to, subject, text, html, replyTo } = message;
      try {
        const { response } = await server.sendMail({
          from: { name: fromName, address: from },
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          headers: headersOf(message, hostname),
        });
        return { answer: `The mail server took it (${response}).` };
      } catch (error) {
        throw failureOf(error as SmtpError);
      }
    },
  };
}

/**
 * 5xx is a server's last word (RFC 5321, 4.2.1), except where it only dislikes how we signed in or who we say we are:
 * that can be mended.
 */
function failureOf(error: SmtpError): EmailFailure {
  const { code = 'unknown', responseCode, response = '', command } = error;
  // 552: the message is too large, which is announced with its sender (RFC 1870).
  const isSender = command === 'MAIL FROM' && responseCode !== undefined && responseCode !== 552;
  const isSetUp = code === 'EAUTH' || (isSender && responseCode >= 500);
  const permanent = responseCode !== undefined && responseCode >= 500 && !isSetUp;
  const answer = responseCode === undefined ? code : `${responseCode}, ${code}`;
  const isAddress = permanent && command === 'RCPT TO' && blamesAddress(responseCode, response);
  const mayBeTaken = responseCode === undefined && !isEarly(error);
  const particulars = { isSetUp, isAddress, mayBeTaken };
  return new EmailFailure(`The mail server did not take it (${answer})`, permanent, particulars);
}

/** Codes of what happens before a message is handed over, if it ever is. */
const early = new Set(['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE', 'ECONFIG', 'EREQUIRETLS']);

function isEarly({ code = '', syscall, timeoutType }: SmtpError): boolean {
  const isBegun = timeoutType === undefined || timeoutType === 'SOCKET_TIMEOUT';
  return early.has(code) || syscall === 'connect' || !isBegun;
}

/** What servers say with a plain code where they do not relay for us, or do not like us. */
const aboutUs = /relay|sender|polic|prohibit|authenti|spam|block/i;

/**
 * Whether a refusal is about the address, not about us or what we sent: an enhanced code says so (RFC 3463: 5.1.x, but
 * for .7 and .8, which are the sender's, and 5.2.1), else the plain one (RFC 5321: 550, 551, 553). A server that does
 * not relay for us must not silence everybody.
 */
function blamesAddress(code: number, response: string): boolean {
  const [, enhanced] = /\b(5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (enhanced) return /^5\.(1\.(?![78]$)\d+|2\.1)$/.test(enhanced);
  return [550, 551, 553].includes(code) && !aboutUs.test(response);
}
