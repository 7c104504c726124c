import type { Customer } from './running.ts';
import type { Socket } from './socket.ts';

/** What the screen of current alerts listens to, as operation `1`. */
export const changed = `subscription($controllerId: ID!, $after: String) {
  alertChanged(controllerId: $controllerId, after: $after) { cursor change alert { id deviceName } }
}`;

interface Shown {
  cursor: string;
  change: string;
  alert: { deviceName: string };
}

/**
 * Signs in and watches the customer's controller, from the team's first event on unless told otherwise: a subscription
 * without a cursor would miss what happens before it is open, and nothing says when it is.
 */
export async function watch(socket: Socket, { token, controllerId }: Customer, after = '0'): Promise<Socket> {
  await socket.signIn(token);
  return socket.subscribe('1', changed, { controllerId, after });
}

export function shown(socket: Socket, id = '1'): Shown[] {
  const next = socket.of(id).filter(({ type }) => type === 'next');
  return next.flatMap(({ payload }) => (payload?.data?.['alertChanged'] ?? []) as unknown as Shown);
}

export const devicesOf = (socket: Socket) => shown(socket).map(({ alert }) => alert.deviceName);
export const cursorsOf = (socket: Socket) => shown(socket).map(({ cursor }) => Number(cursor));

/** Opening a subscription has no response, so a query and a second subscription after it show that it is open. */
export async function settled(socket: Socket): Promise<Socket> {
  const id = `settled ${socket.messages.length}`;
  await socket.subscribe(`${id} query`, '{ openAlertCount }');
  await socket.until(() => socket.of(`${id} query`).length > 0);
  await socket.subscribe(id, 'subscription { openAlertCountChanged }');
  await socket.until(() => socket.of(id).length > 0);
  return socket.send({ id, type: 'complete' });
}
