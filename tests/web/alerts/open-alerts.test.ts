// The list of open alerts against a server: pages, changes, what waits, and where it resumes.
import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import { Observable, type Subscriber } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '#web/app/apollo.ts';
import type { ShownAlert } from '#web/features/alerts/alert-changes.ts';
import { AlertRowFields } from '#web/features/alerts/current/AlertRow.tsx';
import { type View } from '#web/features/alerts/current/open-alerts.gql.ts';
import { OpenAlertList } from '#web/features/alerts/current/open-alerts.ts';
import { orders } from '#web/features/alerts/current/sections.ts';
import { alertAt } from './samples.ts';

/** What is open on the server, in its order, and what it answers with: at most `pageSize` alerts. */
let open: ShownAlert[];
let cursor: string;
let pageSize: number;
let asked: { name: string; variables: Record<string, unknown>; isUnattended: boolean }[];
let listeners: { variables: Record<string, unknown>; tell: Subscriber<ApolloLink.Result> }[];
/** While set, responses wait for it. */
let gate: Promise<void> | undefined;
let isDown: boolean;
/** Why the server refuses every request. */
let refusal: CombinedGraphQLErrors | undefined;

const server = new ApolloLink((operation) => {
  const { operationType, operationName, variables } = operation;
  if (operationType === 'subscription') {
    return new Observable((tell) => {
      const listener = { variables, tell };
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    });
  }
  const { headers } = operation.getContext() as { headers?: Record<string, string> };
  asked.push({ name: operationName ?? '', variables, isUnattended: headers?.['x-unattended'] === '1' });
  const reply = answerTo(operationName ?? '', variables);
  return new Observable((observer) => {
    const send = async () => {
      await gate;
      if (refusal) return observer.error(refusal);
      if (isDown) return observer.error(new Error('No connection'));
      observer.next({ data: reply });
      observer.complete();
    };
    void send();
  });
});

function answerTo(name: string, variables: Record<string, unknown>) {
  const found = [...open].sort(orders.worst);
  const counts = {
    __typename: 'OpenAlertPage',
    cursor,
    totalCount: found.length,
    newCount: found.length,
    severityCounts: [{ __typename: 'SeverityCount', severity: 'error', count: found.length }],
  };
  if (name === 'OpenAlertCounts') {
    const groups = [...Map.groupBy(found, ({ siteId }) => siteId)].map(([key, { length }]) => ({
      __typename: 'AlertGroup',
      key,
      type: null,
      siteName: key,
      customerName: null,
      customerColor: null,
      siteCount: 1,
      oldest: '2026-11-20T08:00:00.000Z',
      count: length,
      newCount: length,
      severity: 'error',
    }));
    return { openAlerts: counts, ...(variables['isGrouped'] === true && { openAlertGroups: groups }) };
  }
  const { inGroups } = variables['filter'] as { inGroups?: { keys: string[] } };
  const mine = found.filter(({ siteId }) => !inGroups || inGroups.keys.includes(siteId));
  const after = mine.findIndex(({ id }) => id === variables['after']);
  const first = variables['after'] ? after + 1 : Number(variables['skip']);
  const nodes = mine.slice(first, first + pageSize);
  return {
    openAlerts: {
      ...counts,
      nodes,
      previousCursor: first > 0 ? nodes[0]?.id : null,
      nextCursor: first + nodes.length < mine.length ? nodes.at(-1)?.id : null,
    },
  };
}

const everything: View = { filter: {}, order: 'worst' };
let stop = () => {};
afterEach(() => {
  stop();
  vi.useRealTimers();
});
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  });
  open = [alertAt(1), alertAt(2), alertAt(3)];
  cursor = '10';
  pageSize = 100;
  asked = [];
  listeners = [];
  gate = undefined;
  isDown = false;
  refusal = undefined;
});

async function start(view = everything) {
  const client = createClient(server);
  const list = new OpenAlertList(client, view);
  stop = list.start();
  await settle();
  const ids = () => list.snapshot().sections.map(({ rows }) => rows.map(({ id, phase }) => `${id} ${phase}`));
  return {
    client,
    list,
    ids: () => ids().flat(),
    sections: ids,
    severityOf: (id: string) =>
      client.readFragment({ id: `Alert:${id}`, fragment: AlertRowFields, fragmentName: 'AlertRowFields' })
        ?.severity,
  };
}
/** Lets responses arrive and a frame pass. */
const settle = () => vi.advanceTimersByTimeAsync(20);

const tell = (alert: ShownAlert, more: object = {}) =>
  listeners.at(-1)?.tell.next({
    data: {
      alertChanged: {
        __typename: 'AlertChange',
        change: 'changed',
        matches: true,
        cursor: '11',
        alert,
        ...more,
      },
    },
  });
const ended = (alert: ShownAlert) =>
  tell({ ...alert, resolvedAt: '2026-11-20T15:00:00.000Z' }, { change: 'resolved', matches: false });
const raised = (alert: ShownAlert) => tell(alert, { change: 'raised' });

describe('a list of open alerts', () => {
  test('is loaded with its counts, and listens from the cursor of that response', async () => {
    const { list, ids } = await start({ ...everything, filter: { controllerId: 'c' } });
    expect(ids()).toEqual(['alert-1 here', 'alert-2 here', 'alert-3 here']);
    expect(list.snapshot()).toMatchObject({ totalCount: 3, severityCounts: { error: 3 } });
    expect(listeners.map(({ variables }) => variables)).toEqual([
      { controllerId: 'c', filter: { controllerId: 'c' }, after: '10' },
    ]);
  });

  test('that could not be loaded appears by itself, when the server allows more requests', async () => {
    const extensions = { code: 'TOO_MANY_REQUESTS', retryAfter: 40 };
    refusal = new CombinedGraphQLErrors({ errors: [{ message: 'Try again in 40 seconds.', extensions }] });
    const { list, ids } = await start();
    expect(list.snapshot()).toMatchObject({ isReady: false, error: refusal });
    refusal = undefined;
    await vi.advanceTimersByTimeAsync(39_000);
    expect(ids()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(ids()).toHaveLength(3);
    expect(list.snapshot()).toMatchObject({ isReady: true, error: undefined });
  });

  test('shows arrivals, moves and ends, and announces arrivals', async () => {
    const { list, ids } = await start();
    raised(alertAt(4));
    tell(alertAt(2, { severity: 'critical' }));
    ended(alertAt(1));
    await settle();
    expect(ids()).toEqual(['alert-2 here', 'alert-1 leaving', 'alert-3 here', 'alert-4 arriving']);
    expect(list.snapshot().said).toBe(`New alert, error: ${alertAt(4).message}`);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(ids()).toEqual(['alert-2 here', 'alert-3 here', 'alert-4 here']);
  });

  test('counts again after changes, at most once a second, as no one asked for it', async () => {
    const { list } = await start();
    open.push(alertAt(4));
    for (let n = 0; n < 5; n++) tell(alertAt(4));
    await settle();
    tell(alertAt(4));
    await settle();
    const counted = () => asked.filter(({ name }) => name === 'OpenAlertCounts');
    expect(counted()).toMatchObject([{ isUnattended: true }]);
    expect(list.snapshot().totalCount).toBe(4);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(counted()).toHaveLength(2);
  });

  test('counts until the server allows it, so that no old count stays', async () => {
    const { list } = await start();
    const extensions = { code: 'TOO_MANY', retryAfter: 40 };
    refusal = new CombinedGraphQLErrors({ errors: [{ message: 'Try again in 40 seconds.', extensions }] });
    open.push(alertAt(4));
    tell(alertAt(4));
    await settle();
    expect(list.snapshot().totalCount).toBe(3);
    refusal = undefined;
    await vi.advanceTimersByTimeAsync(41_000);
    expect(list.snapshot().totalCount).toBe(4);
  });

  test('ignores the beginning of an alert that arrives after its end', async () => {
    const { ids } = await start();
    ended(alertAt(1));
    await settle();
    raised(alertAt(1));
    await vi.advanceTimersByTimeAsync(200);
    expect(ids()).toEqual(['alert-2 here', 'alert-3 here']);
  });
});

describe('while it holds still', () => {
  test('rows keep their places, new alerts wait, and both follow when it may move', async () => {
    const { list, ids, severityOf } = await start();
    list.hold();
    raised(alertAt(4, { severity: 'critical' }));
    tell(alertAt(3, { severity: 'critical' }));
    ended(alertAt(1));
    await settle();
    expect(ids()).toEqual(['alert-1 gone', 'alert-2 here', 'alert-3 here']);
    expect(severityOf('alert-3')).toBe('critical');
    expect(list.snapshot().held).toMatchObject([{ id: 'alert-4', severity: 'critical' }]);
    list.release();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(ids()).toEqual(['alert-3 here', 'alert-4 here', 'alert-2 here']);
    expect(list.snapshot().held).toEqual([]);
  });

  test('a new alert that ends meanwhile waits no longer', async () => {
    const { list } = await start();
    list.hold();
    raised(alertAt(4));
    await settle();
    ended(alertAt(4));
    await settle();
    expect(list.snapshot().held).toEqual([]);
  });
});

describe('pages', () => {
  const slots = (list: OpenAlertList, from: number, to: number) =>
    list.ensure([{ section: list.snapshot().sections[0]!, from, to }], { isScrolling: false, atEnd: false });

  test('follow when they are needed, and a change that came meanwhile is newer than they are', async () => {
    pageSize = 2;
    const { list, ids, severityOf } = await start();
    expect(ids()).toEqual(['alert-1 here', 'alert-2 here']);
    const arrives = Promise.withResolvers<void>();
    gate = arrives.promise;
    slots(list, 0, 3);
    slots(list, 0, 3);
    // The page that is on its way has this alert as it was.
    tell(alertAt(3, { severity: 'critical' }));
    await settle();
    gate = undefined;
    arrives.resolve();
    await settle();
    expect(asked.filter(({ name }) => name === 'OpenAlerts')).toHaveLength(2);
    expect(ids()).toEqual(['alert-3 here', 'alert-1 here', 'alert-2 here']);
    expect(severityOf('alert-3')).toBe('critical');
  });

  test('that fail leave the rest as it is, and come with Retry', async () => {
    pageSize = 2;
    const { list, ids } = await start();
    isDown = true;
    slots(list, 0, 3);
    await settle();
    expect(list.snapshot()).toMatchObject({ isReady: true, isIncomplete: true });
    expect(ids()).toHaveLength(2);
    isDown = false;
    slots(list, 0, 3);
    await settle();
    expect(ids()).toHaveLength(2);
    list.retry();
    slots(list, 0, 3);
    await settle();
    expect(list.snapshot().isIncomplete).toBe(false);
    expect(ids()).toHaveLength(3);
  });

  test('of small groups come together', async () => {
    open = [alertAt(1, { siteId: 'x' }), alertAt(2, { siteId: 'y' }), alertAt(3, { siteId: 'x' })];
    const { list, sections } = await start({ ...everything, by: 'site' });
    expect([...list.snapshot().groups.keys()]).toEqual(['x', 'y']);
    expect(sections()).toEqual([[], []]);
    const ranges = list.snapshot().sections.map((section) => ({ section, from: 0, to: section.count }));
    list.ensure(ranges, { isScrolling: false, atEnd: false });
    await settle();
    expect(asked.filter(({ name }) => name === 'OpenAlerts')).toHaveLength(1);
    expect(sections()).toEqual([['alert-1 here', 'alert-3 here'], ['alert-2 here']]);
    raised(alertAt(4, { siteId: 'y' }));
    await settle();
    expect(sections()[1]).toEqual(['alert-2 here', 'alert-4 arriving']);
  });
});

describe('the connection', () => {
  const expire = () =>
    listeners.at(-1)?.tell.error(
      new CombinedGraphQLErrors({
        errors: [
          { message: 'Unknown cursor: load the alerts again', extensions: { code: 'BAD_USER_INPUT' } },
        ],
      }),
    );

  test('loads the list again when its cursor has expired, and goes on from the new one', async () => {
    const { ids } = await start();
    open = [alertAt(5)];
    cursor = '99';
    expire();
    await settle();
    expect(ids()).toEqual(['alert-5 here']);
    expect(listeners.map(({ variables }) => variables['after'])).toEqual(['99']);
    expect(asked.at(-1)).toMatchObject({ name: 'OpenAlerts', isUnattended: true });
  });

  test('waits longer each time the server refuses', async () => {
    await start();
    expire();
    await settle();
    expire();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(asked.filter(({ name }) => name === 'OpenAlerts')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked.filter(({ name }) => name === 'OpenAlerts')).toHaveLength(3);
  });

  test('is opened again when a person’s refresh fails while the list starts over', async () => {
    const { list, ids } = await start();
    const arrives = Promise.withResolvers<void>();
    gate = arrives.promise;
    expire();
    await settle();
    isDown = true;
    const refreshed = list.refetch();
    arrives.resolve();
    await expect(refreshed).rejects.toThrow();
    gate = undefined;
    isDown = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(listeners).toHaveLength(1);
    raised(alertAt(4));
    await settle();
    expect(ids()).toContain('alert-4 arriving');
  });

  test('keeps what is known when loading again fails, and it still updates', async () => {
    const { list, ids } = await start();
    isDown = true;
    await expect(list.refetch()).rejects.toThrow();
    expect(ids()).toHaveLength(3);
    raised(alertAt(4));
    await settle();
    expect(ids()).toHaveLength(4);
  });

  test('ends with the screen', async () => {
    await start();
    stop();
    expire();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listeners).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});
