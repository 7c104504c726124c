import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook, waitFor } from '@testing-library/react';
import { Observable, type Subscriber } from 'rxjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '#web/app/apollo.ts';
import { type ShownAlert, useCurrentAlerts } from '#web/features/alerts/useCurrentAlerts.ts';
import { alertAt, raised, resolved } from './samples.ts';

/** The server: what it answers next, and the subscriptions that are open, by where they began. */
let answers: { alerts: ShownAlert[]; cursor: string }[];
let listeners: { after: unknown; tell: Subscriber<ApolloLink.Result> }[];
let loaded: number;
/** Whether no one had asked, of the answer before. */
let unattended: boolean;

const server = new ApolloLink((operation) => {
  const { operationType, variables } = operation;
  if (operationType === 'subscription') {
    return new Observable((tell) => {
      const listener = { after: variables['after'], tell };
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    });
  }
  const { headers } = operation.getContext() as { headers?: Record<string, string> };
  unattended = headers?.['x-unattended'] === '1';
  return new Observable((observer) => {
    const timer = setTimeout(() => {
      loaded += 1;
      const next = answers.length > 1 ? answers.shift() : answers[0];
      const currentAlerts = {
        __typename: 'ControllerAlerts',
        controllerId: 'c',
        siteName: 'Zürich',
        ...next,
      };
      observer.next({ data: { currentAlerts } });
      observer.complete();
    });
    return () => clearTimeout(timer);
  });
});

const tell = (change: ReturnType<typeof raised>) =>
  act(async () => {
    listeners.at(-1)?.tell.next({ data: { alertChanged: { __typename: 'AlertChange', ...change } } });
    // Apollo notifies its queries in the next task.
    await new Promise((resolve) => setTimeout(resolve));
  });
const after = () => listeners.map((listener) => listener.after);

function follow() {
  const client = createClient(server);
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <ApolloProvider client={client}>{children}</ApolloProvider>
  );
  const hook = renderHook(() => useCurrentAlerts('c'), { wrapper });
  return {
    ...hook,
    ids: () => hook.result.current.alerts?.map(({ id }) => id).sort(),
    again: () => renderHook(() => useCurrentAlerts('c'), { wrapper }),
  };
}

beforeEach(() => {
  answers = [{ alerts: [alertAt(1)], cursor: '10' }];
  listeners = [];
  loaded = 0;
});

test('subscribes from the response’s cursor onwards', async () => {
  const { ids } = follow();
  await waitFor(() => expect(after()).toEqual(['10']));
  expect(unattended).toBe(false);
  await tell(raised(alertAt(2), '11'));
  expect(ids()).toEqual(['alert-1', 'alert-2']);
});

test('does not subscribe while a request is in flight, and starts after its response', async () => {
  const { result, ids } = follow();
  await waitFor(() => expect(after()).toEqual(['10']));
  await tell(raised(alertAt(2), '11'));

  answers = [{ alerts: [alertAt(3)], cursor: '14' }];
  let refreshed: Promise<unknown> = Promise.resolve();
  await act(async () => void (refreshed = result.current.refetch()));
  expect(after()).toEqual([]);
  await act(() => refreshed);
  await waitFor(() => expect(after()).toEqual(['14']));
  expect(ids()).toEqual(['alert-3']);
});

test('refetches when the cursor has expired, and goes on', async () => {
  const { ids } = follow();
  await waitFor(() => expect(after()).toEqual(['10']));
  answers = [{ alerts: [alertAt(5)], cursor: '99' }];
  const unknown = new CombinedGraphQLErrors({
    errors: [{ message: 'Unknown cursor: load the alerts again', extensions: { code: 'BAD_USER_INPUT' } }],
  });
  await act(async () => listeners[0]?.tell.error(unknown));
  await waitFor(() => expect(after()).toEqual(['99']));
  expect(loaded).toBe(2);
  expect(unattended).toBe(true);
  await tell(raised(alertAt(6), '100'));
  expect(ids()).toEqual(['alert-5', 'alert-6']);
});

test('backs off while the server keeps refusing', async () => {
  follow();
  await waitFor(() => expect(listeners).toHaveLength(1));
  vi.useFakeTimers();
  const refuse = () => act(async () => listeners[0]?.tell.error(new Error('No')));
  await refuse();
  await vi.waitFor(() => expect(loaded).toBe(2));
  await vi.waitFor(() => expect(listeners).toHaveLength(1));
  await refuse();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(loaded).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(loaded).toBe(3);
});

test('resumes from cached data and its own cursor when the screen reopens', async () => {
  const { again, unmount } = follow();
  await waitFor(() => expect(listeners).toHaveLength(1));
  await tell(raised(alertAt(2), '11'));
  await tell(resolved(alertAt(1), '12'));
  unmount();
  expect(listeners).toEqual([]);

  const back = again();
  expect(back.result.current.alerts?.map(({ id }) => id)).toEqual(['alert-2']);
  await waitFor(() => expect(after()).toEqual(['12']));
  expect(loaded).toBe(1);
});
