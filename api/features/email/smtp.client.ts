import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection, { type SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';
import { EmailFailure, type RefusedRecipient, type Transport, headersOf } from './message.ts';

/** Timeout in milliseconds. The server may be far away, and only a job waits for it. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Nodemailer's error. */
interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
  /** SMTP command, such as `RCPT TO`. */
  command?: string;
  /** System call, such as `connect`. */
  syscall?: string;
  /** Timeout code, such as `CONNECT_TIMEOUT`. */
  timeoutType?: string;
}

/**
 * Sends email through the operator's server: `smtp://user:password@host:587?from=alerts@example.com`. Without
 * `from`, the sender is `no-reply@` the host of PUBLIC_URL. `fromName` is its display name.
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
      const { to, subject, text, html, replyTo, attachment } = message;
      try {
        const { response } = await server.sendMail({
          from: { name: fromName, address: from },
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          ...(attachment && {
            attachments: [
              { filename: attachment.name, contentType: attachment.type, content: attachment.content },
            ],
          }),
          headers: headersOf(message, hostname),
        });
        return { answer: `The mail server accepted it (${response}).` };
      } catch (error) {
        throw failureOf(error as SmtpError);
      }
    },
    async check(recipients) {
      return { by: 'recipients', refused: await askForRecipients(url.href, from, recipients) };
    },
  };
}

/**
 * Names the recipients of an email to the server, and leaves before there is one (RFC 5321, 3.3).
 * @returns those that it refused
 * @throws EmailFailure if it refuses us or our sender
 */
async function askForRecipients(
  smtpUrl: string,
  from: string,
  recipients: readonly string[],
): Promise<RefusedRecipient[]> {
  const refused: RefusedRecipient[] = [];
  let refusedSender: SmtpError | undefined;
  const { auth, ...server } = parseConnectionUrl(smtpUrl);
  // Nodemailer offers commands of our own only as a way to sign in, which runs after the real one.
  const envelope = async ({ sendCommand }: SMTPConnectionCustomAuthContext) => {
    const { status, response } = await sendCommand(`MAIL FROM:<${from}>`);
    if (status >= 400) {
      refusedSender = { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: status, response };
      return;
    }
    // Other addresses take an extension that the server may not have.
    for (const address of recipients.filter((one) => /^[\x21-\x7e]+$/.test(one))) {
      const answer = await sendCommand(`RCPT TO:<${address}>`);
      if (answer.status >= 400) refused.push({ address, answer: answer.response.slice(0, longestAnswer) });
    }
    await sendCommand('RSET');
  };
  const connection = new SMTPConnection({ ...server, ...patience, customAuth: { ENVELOPE: envelope } });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = (error?: Error | null) => (error ? reject(error) : resolve());
  const ask = () => connection.login({ method: 'ENVELOPE' }, settle);
  connection.once('error', reject);
  connection.once('end', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNECTION' })));
  connection.connect((error) => {
    if (error) return reject(error);
    return auth ? connection.login(auth, (refusal) => (refusal ? reject(refusal) : ask())) : ask();
  });
  try {
    await promise;
  } catch (error) {
    throw failureOf(error as SmtpError);
  } finally {
    connection.close();
  }
  if (refusedSender) throw failureOf(refusedSender);
  return refused;
}

/** Characters of a server's answer about a recipient. */
const longestAnswer = 200;

/** A 5xx is final (RFC 5321, 4.2.1), except when it concerns our sign-in or sender, which can be fixed. */
function failureOf(error: SmtpError): EmailFailure {
  const { code = 'unknown', responseCode, response = '', command } = error;
  // 552: the message is too large, reported at MAIL FROM (RFC 1870).
  const isSender = command === 'MAIL FROM' && responseCode !== undefined && responseCode !== 552;
  const isSetUp = code === 'EAUTH' || (isSender && responseCode >= 500);
  const permanent = responseCode !== undefined && responseCode >= 500 && !isSetUp;
  const answer = responseCode === undefined ? code : `${responseCode}, ${code}`;
  const isAddress = permanent && command === 'RCPT TO' && blamesAddress(responseCode, response);
  const mayBeTaken = responseCode === undefined && !isEarly(error);
  const particulars = { isSetUp, isAddress, mayBeTaken };
  return new EmailFailure(`The mail server rejected it (${answer})`, permanent, particulars);
}

/** Error codes from before a message is handed over. */
const early = new Set(['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE', 'ECONFIG', 'EREQUIRETLS']);

function isEarly({ code = '', syscall, timeoutType }: SmtpError): boolean {
  const isBegun = timeoutType === undefined || timeoutType === 'SOCKET_TIMEOUT';
  return early.has(code) || syscall === 'connect' || !isBegun;
}

/** Wording of servers that refuse to relay for us, or block us, with a generic code. */
const aboutUs = /relay|sender|polic|prohibit|authenti|spam|block/i;

/**
 * Whether a rejection concerns the recipient's address. Enhanced codes say so (RFC 3463: 5.1.x except .7 and
 * .8, which concern the sender, and 5.2.1), and otherwise plain ones (RFC 5321: 550, 551, 553). A server that
 * refuses to relay must not get every address suppressed.
 */
function blamesAddress(code: number, response: string): boolean {
  const [, enhanced] = /\b(5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (enhanced) return /^5\.(1\.(?![78]$)\d+|2\.1)$/.test(enhanced);
  return [550, 551, 553].includes(code) && !aboutUs.test(response);
}
