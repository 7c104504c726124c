import { demo, inDatabase, type Program } from '#tests/e2e/support.ts';

/** What the pictures show to be wrong on the first console, each for so many minutes, oldest first. */
const troubles: readonly { device: string; minutes: number }[] = [
  { device: 'Switch Test Bench 1', minutes: 47 },
  { device: 'AP Canteen', minutes: 23 },
  { device: 'AP Lobby', minutes: 12 },
  { device: 'Switch Print Room', minutes: 3 },
];

/** Beside those that the demo has, once nothing is judged any more. */
const moreRules = [
  { name: 'Low disk space', condition: 'low_disk', threshold: '10%', duration: 5, channels: ['email'] },
  { name: 'Label printers gone', condition: 'client_disconnect', duration: 10, channels: ['teams'] },
];

/** Lets things break and alerts be raised, and then lets everything stand still. */
export async function tellStory(program: Program): Promise<void> {
  const sql = (text: string) => inDatabase(program, text);
  for (const { device, minutes } of troubles) {
    await program.unifi((network, name) => void network.device(name).goOffline(), device);
    await seen(program, minutes);
  }
  // Raised a minute after they began, as the rules say.
  await sql("update alert set timestamp = since + interval '1 minute'");
  await sql(
    "update alert_entry set at = alert.timestamp from alert where alert.id = alert_entry.alert_id and kind = 'raised'",
  );
  await sql(`update alert set acknowledged_at = now() - interval '31 minutes', acknowledged_by_name = 'Dana Morgan'
    where device_name = '${troubles[0]!.device}'`);
  // Read once a second the consoles would say that it is too often; nobody reads them so.
  await sql("update controller set next_poll_at = now() + interval '1 hour'");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (const rule of moreRules) await addRule(program, rule);
  // They aren't read again, but no picture shows them as late.
  await sql(
    "update controller set next_poll_at = null, status = 'online', status_reason = null, last_sync = now(), poll_seconds = 600",
  );
}

/** Waits until the watch has noticed the newest, says that it began so many minutes ago, and waits for its alert. */
async function seen(program: Program, minutes: number): Promise<void> {
  const before = await count(program, 'alert');
  for (let tries = 0; (await count(program, 'alert')) === before; tries += 1) {
    if (tries > 120) throw new Error('No alert was raised.');
    await inDatabase(
      program,
      `update pending_condition set since = now() - interval '${minutes} minutes' where since > now() - interval '1 minute'`,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function count(program: Program, table: string): Promise<number> {
  const { rows } = await inDatabase(program, `select count(*)::int as n from ${table}`);
  return (rows[0] as { n: number }).n;
}

async function addRule({ url }: Program, rule: object): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { token: string };
  };
  const { token } = await post('/api/auth/login', { email: demo.customer, password: demo.password });
  await post('/api/alert-rules', rule, token);
}
