import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { readFragment } from '#web/gql/index.ts';
import type { Row } from './import-choice.ts';
import { HalopsaImport, HalopsaImportRowFields } from './import.gql.ts';

/** Clients that one request returns. */
const STEP = 200;

export type Preview =
  | { state: 'loading'; loaded: number; count?: number }
  | { state: 'stopped' }
  | { state: 'failed'; error: unknown }
  | { state: 'unconnected' }
  | { state: 'ready'; rows: readonly Row[]; isTruncated: boolean; readAt: string };

const START: Preview = { state: 'loading', loaded: 0 };

/** Loads the whole preview, page after page, until it is there or someone stops it. */
export function useImportPreview() {
  const client = useApolloClient();
  const [preview, setPreview] = useState<Preview>(START);
  const [attempt, setAttempt] = useState(1);
  const running = useRef<AbortController>(null);
  useEffect(() => {
    const run = new AbortController();
    running.current = run;
    const { signal } = run;
    void loadFrom(0, [], { client, signal, report: (next) => signal.aborted || setPreview(next) });
    return () => run.abort();
  }, [client, attempt]);
  return {
    preview,
    stop: () => {
      running.current?.abort();
      setPreview({ state: 'stopped' });
    },
    reload: () => {
      setPreview(START);
      setAttempt(attempt + 1);
    },
  };
}

type Loading = { client: ApolloClient; signal: AbortSignal; report: (preview: Preview) => void };

async function loadFrom(skip: number, before: readonly Row[], loading: Loading): Promise<void> {
  const { client, signal, report } = loading;
  try {
    const { data } = await client.query({
      query: HalopsaImport,
      variables: { first: STEP, skip },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    });
    const page = data?.halopsaImport;
    if (!page) return report({ state: 'unconnected' });
    const { count, isTruncated, readAt } = page;
    const rows = [...before, ...readFragment(HalopsaImportRowFields, page.rows)];
    if (skip + STEP >= count) return report({ state: 'ready', rows: onceEach(rows), isTruncated, readAt });
    report({ state: 'loading', loaded: rows.length, count });
    if (!signal.aborted) await loadFrom(skip + STEP, rows, loading);
  } catch (error) {
    report({ state: 'failed', error });
  }
}

/** Pages overlap if a client was renamed between two requests. */
const onceEach = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.clientId, row])).values(),
];
