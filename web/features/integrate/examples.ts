// Examples to paste. A test runs each of them against a real server.

export interface Access {
  /** The server's origin, without a trailing slash. */
  origin: string;
  token: string;
  /** One of the team's controllers, for the subscription. Undefined if there are none. */
  controllerId?: string;
}

export interface Example {
  id: string;
  title: string;
  /** What it requires and prints. */
  about: string;
  code: string;
}

/** Every example, with the person's own addresses and token. */
export const examples = (access: Access): Example[] => [
  curlQuery(access),
  scriptQuery(access),
  scriptMutation(access),
  socket(access),
  events(access),
  restCall(access),
  receiver,
];

const curlQuery = ({ origin, token }: Access): Example => ({
  id: 'curl',
  title: 'A query with curl',
  about: 'Lists your controllers and their status.',
  code: `curl ${origin}/graphql \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "{ controllers { id name status lastSync } }"}'`,
});

/** Sends a query. The scripts start with this function. */
const ask = ({ origin, token }: Access) => `async function ask(query, variables) {
  const response = await fetch('${origin}/graphql', {
    method: 'POST',
    headers: {
      authorization: 'Bearer ${token}',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}
`;

const scriptQuery = (access: Access): Example => ({
  id: 'javascript',
  title: 'A query in JavaScript',
  about: 'Save it as query.mjs and run it with Node.js 22 or later.',
  code: `${ask(access)}
const { controllers, openAlertCount } = await ask(
  '{ openAlertCount controllers { name status deviceCount } }',
);
console.log(openAlertCount, 'open alerts');
for (const { name, status, deviceCount } of controllers) {
  console.log(name, status, deviceCount ?? 'not counted yet');
}`,
});

const scriptMutation = (access: Access): Example => ({
  id: 'mutation',
  title: 'A mutation: acknowledge an alert',
  about: 'Requires the scope Alerts. Acknowledges the first unacknowledged alert, so your colleagues see it.',
  code: `${ask(access)}
const { controllers } = await ask('{ controllers { id } }');
const lists = await Promise.all(
  controllers.map(({ id }) =>
    ask(
      'query ($id: ID!) { currentAlerts(controllerId: $id) { alerts { id acknowledgedAt } } }',
      { id },
    ),
  ),
);
const open = lists.flatMap(({ currentAlerts }) => currentAlerts.alerts);
const next = open.find(({ acknowledgedAt }) => acknowledgedAt === null);
if (next) {
  const { acknowledgeAlert } = await ask(
    'mutation ($id: ID!, $note: String) { acknowledgeAlert(id: $id, note: $note) { message } }',
    { id: next.id, note: 'Seen by my program' },
  );
  console.log('Acknowledged:', acknowledgeAlert.message);
} else {
  console.log('Nothing to acknowledge');
}`,
});

/** Subscribes to one controller's alerts, or to the alert count if there are no controllers. */
const subscription = ({ controllerId }: Access) =>
  controllerId
    ? `subscription { alertChanged(controllerId: "${controllerId}") { change cursor alert { message severity } } }`
    : 'subscription { openAlertCountChanged }';

const socket = (access: Access): Example => ({
  id: 'websocket',
  title: 'Live over a WebSocket',
  about: 'Run npm install graphql-ws first. Save it as live.mjs and run it with Node.js 22 or later.',
  code: `import { createClient } from 'graphql-ws';

const client = createClient({
  url: '${access.origin.replace(/^http/, 'ws')}/graphql',
  connectionParams: { authorization: 'Bearer ${access.token}' },
  retryAttempts: Infinity,
});

const changes = client.iterate({
  query: \`${subscription(access)}\`,
});
for await (const { data, errors } of changes) console.log(JSON.stringify(data ?? errors));`,
});

const events = (access: Access): Example => ({
  id: 'events',
  title: 'Live over server-sent events',
  about:
    'For clients that can’t use WebSockets. The connection stays open, and each event is a line starting with “data:”.',
  code: `curl -N ${access.origin}/graphql/stream \\
  -H 'Authorization: Bearer ${access.token}' \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: text/event-stream' \\
  -d '${JSON.stringify({ query: subscription(access) })}'`,
});

const restCall = ({ origin, token }: Access): Example => ({
  id: 'rest',
  title: 'A REST call with curl',
  about: 'Lists your team’s rules.',
  code: `curl ${origin}/api/alert-rules \\
  -H 'Authorization: Bearer ${token}'`,
});

const receiver: Example = {
  id: 'webhook',
  title: 'Receive a webhook',
  about:
    'Receives webhooks and verifies their signatures (Standard Webhooks). Save it as receive.mjs and run it with Node.js: SECRET=whsec_… node receive.mjs',
  code: `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.SECRET.replace('whsec_', ''), 'base64');

function isOurs(headers, body) {
  const sent = Number(headers['webhook-timestamp']);
  // Reject requests older than five minutes, which may be replays.
  if (!(Math.abs(Date.now() / 1000 - sent) < 300)) return false;
  const signed = \`\${headers['webhook-id']}.\${sent}.\${body}\`;
  const right = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature']).split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  if (!isOurs(request.headers, body)) return response.writeHead(401).end();
  const { type, data } = JSON.parse(body);
  console.log(type, data.alert.message);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 8080);`,
};
