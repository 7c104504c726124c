import type { ApolloClient } from '@apollo/client';
import type { AlertSeverity, OpenAlertCountsQuery } from '#web/gql/graphql.ts';
import { inBackground } from '#web/lib/background-request.ts';
import { reportBehind } from '#web/lib/live-state.ts';
import { isTransient } from '#web/lib/server-errors.ts';
import { liveRefetch, waitAfter } from '#web/lib/live-refetch.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { writeChange, type ShownAlert } from '../alert-changes.ts';
import { ChangeQueue } from './change-queue.ts';
import {
  type Group,
  GROUPS,
  OpenAlertChanged,
  requestCounts,
  requestPage,
  type View,
} from './open-alerts.gql.ts';
import {
  type Change,
  FIRST_PAGE,
  neededLoad,
  newSection,
  PAGE,
  type Place,
  type Section,
  sectionKey,
  withChanges,
  withFirstPage,
  withMarks,
  withNextPage,
  withPhasesOver,
  withPreviousPage,
} from './sections.ts';

type Event = { change: string; matches: boolean; alert: EventAlert };
type EventAlert = ShownAlert & {
  type: string;
  siteId: string;
  customer?: { id: string } | null;
};

export type Snapshot = {
  /** False until the first response. */
  isReady: boolean;
  /** Why there is nothing to show. */
  error?: unknown;
  /** More rows couldn't be loaded. */
  isIncomplete: boolean;
  sections: readonly Section[];
  /** By the key of their section. Empty unless grouped. */
  groups: ReadonlyMap<string, Group>;
  /** Whether there are more groups than loaded. */
  hasMoreGroups: boolean;
  totalCount: number;
  newCount: number;
  severityCounts: Readonly<Partial<Record<AlertSeverity, number>>>;
  /** New alerts that wait until the list may move. */
  held: readonly Place[];
  /** Screen reader announcement of the newest arrivals. */
  said: string;
};

/** How long the glow of an arrival and the fade of a departure last, in milliseconds. */
export const PHASE_DURATION = { arriving: 1_200, leaving: 150 };

/** Pages that load at the same time. */
const MOST_LOADING = 3;

/** A page that failed waits as long as after so many failures. It comes with Retry, so it isn't urgent. */
const PAGE_FAILURES = 3;

const blank: Snapshot = {
  isReady: false,
  isIncomplete: false,
  sections: [],
  groups: new Map(),
  hasMoreGroups: false,
  totalCount: 0,
  newCount: 0,
  severityCounts: {},
  held: [],
  said: '',
};

/**
 * One view of the team's open alerts. Rows are in the cache by ID. Their order, which may have 20,000 entries, is here,
 * so that one change never re-reads a long list.
 */
export class OpenAlertList {
  #snapshot = blank;
  readonly #listeners = new Set<() => void>();
  #stopListening?: () => void;
  /** Responses to requests of an earlier one are dropped. */
  #generation = 0;
  #isStopped = true;
  #failures = 0;
  #retry?: ReturnType<typeof setTimeout>;
  readonly #loading = new Set<string>();
  /** Runs while pages aren't requested because one failed. */
  #pagesWait?: ReturnType<typeof setTimeout>;
  /** Changes since the oldest request that is on its way. Its response may be older than they are. */
  #sinceRequest: Event[] = [];
  readonly #queue = new ChangeQueue<Event>((events) => this.#receive(events));
  #phases = new Set<ReturnType<typeof setTimeout>>();
  /** While the list holds still: the changes that wait. */
  #held?: Map<string, Change>;
  #heldGroups?: readonly Group[];
  readonly #goneListeners = new Set<(ids: readonly string[]) => void>();
  readonly #recount: readonly [run: () => void, cancel: () => void];

  constructor(
    private readonly client: ApolloClient,
    readonly view: View,
  ) {
    this.#recount = liveRefetch(() => this.#count());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Calls back with the alerts that have ended or match no more. */
  readonly onGone = (listener: (ids: readonly string[]) => void): (() => void) => {
    this.#goneListeners.add(listener);
    return () => void this.#goneListeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  /** @returns a function that ends everything the list does by itself */
  start(): () => void {
    this.#isStopped = false;
    this.refetch().catch(() => undefined);
    return () => {
      this.#isStopped = true;
      this.#generation += 1;
      this.#unlisten();
      clearTimeout(this.#retry);
      clearTimeout(this.#pagesWait);
      reportBehind(this, false);
      this.#queue.stop();
      for (const timer of this.#phases) clearTimeout(timer);
      this.#phases.clear();
      this.#recount[1]();
    };
  }

  /**
   * Loads the list again. Until the response, and if it fails, everything known stays and keeps updating. A list that
   * doesn't update is loaded again until that succeeds.
   */
  async refetch(): Promise<void> {
    const generation = ++this.#generation;
    try {
      const cursor = await (this.view.by ? this.#loadGroups(generation) : this.#loadFirst(generation));
      if (generation !== this.#generation) return;
      reportBehind(this, false);
      this.#listen(cursor);
    } catch (error) {
      if (generation === this.#generation) {
        if (!this.#snapshot.isReady) this.#set({ error });
        if (!this.#stopListening) this.#startOver(error);
      }
      throw error;
    }
  }

  /** Loads the rows of some slots, and more groups at the end of the list. A jump waits until scrolling has ended. */
  readonly ensure = (
    ranges: readonly { section: Section; from: number; to: number }[],
    { isScrolling, atEnd }: { isScrolling: boolean; atEnd: boolean },
  ): void => {
    if (!this.#snapshot.isReady || this.#pagesWait !== undefined) return;
    if (atEnd && this.#snapshot.hasMoreGroups) void this.#loadMoreGroups();
    const small = ranges.filter(
      ({ section }) => !section.isLoaded && section.count <= PAGE / 2 && !this.#loading.has(section.key),
    );
    if (this.view.by && small.length > 1) {
      if (!isScrolling) void this.#loadTogether(small.map(({ section }) => section));
      return;
    }
    for (const { section, from, to } of ranges) {
      const needed = neededLoad(section, from, to);
      if (needed && !(isScrolling && needed.kind === 'first')) void this.#load(section.key, needed);
    }
  };

  /** Requests again what failed. */
  readonly retry = (): void => {
    clearTimeout(this.#pagesWait);
    this.#pagesWait = undefined;
    this.#set({ isIncomplete: false });
  };

  /** Keeps every row where it is until `release`. Rows themselves still update. */
  readonly hold = (): void => void (this.#held ??= new Map());

  readonly release = (): void => {
    const held = this.#held;
    this.#held = undefined;
    if (!held) return;
    const groups = this.#heldGroups;
    this.#heldGroups = undefined;
    if (held.size > 0) this.#apply([...held.values()]);
    if (groups) this.#set(this.#withGroups(groups));
    if (this.#snapshot.held.length > 0) this.#set({ held: [] });
  };

  async #loadFirst(generation: number): Promise<string> {
    const page = await requestPage(this.client, this.view, { first: FIRST_PAGE, counted: true });
    if (generation !== this.#generation) return page.cursor;
    const { totalCount = 0, newCount = 0, severityCounts = [] } = page;
    this.#set({
      isReady: true,
      error: undefined,
      isIncomplete: false,
      sections: [withFirstPage(newSection('', totalCount), page)],
      totalCount,
      newCount,
      severityCounts: countsOf(severityCounts),
    });
    this.#replay();
    return page.cursor;
  }

  async #loadGroups(generation: number): Promise<string> {
    const data = await requestCounts(this.client, this.view, 0);
    if (generation === this.#generation) {
      // Rows load again, because changes may have been missed.
      this.#set({ sections: [] });
      this.#set({ ...this.#counted(data), isReady: true, error: undefined, isIncomplete: false });
    }
    return data.openAlerts.cursor;
  }

  async #loadMoreGroups(): Promise<void> {
    await this.#guarded('groups', async () => {
      const known = [...this.#snapshot.groups.values()];
      const { openAlertGroups: more = [] } = await requestCounts(this.client, this.view, known.length);
      const groups = [...known, ...more!.filter(({ key }) => !this.#snapshot.groups.has(key))];
      return () => this.#set({ ...this.#withGroups(groups), hasMoreGroups: more!.length === GROUPS });
    });
  }

  async #load(key: string, needed: NonNullable<ReturnType<typeof neededLoad>>): Promise<void> {
    await this.#guarded(key, async () => {
      const cursor = needed.kind === 'first' ? { skip: needed.skip } : { [needed.kind]: needed.cursor };
      const inGroups = this.view.by && { by: this.view.by, keys: [key] };
      const page = await requestPage(this.client, this.view, { first: PAGE, ...cursor }, inGroups);
      return () =>
        this.#changeSection(key, (section) => {
          const { order } = this.view;
          if (needed.kind !== 'first')
            return (needed.kind === 'after' ? withNextPage : withPreviousPage)(section, page, order);
          // The list has become shorter than where the reader jumped to.
          if (page.nodes.length === 0 && needed.skip > 0) return newSection(key, needed.skip);
          return withFirstPage(section, page, needed.skip);
        });
    });
  }

  /** Loads several small groups in one request. */
  async #loadTogether(sections: readonly Section[]): Promise<void> {
    const chosen: Section[] = [];
    let rows = 0;
    for (const section of sections) {
      if (rows + section.count > PAGE) break;
      rows += section.count;
      chosen.push(section);
    }
    const keys = chosen.map(({ key }) => key);
    await this.#guarded(keys, async () => {
      const { by } = this.view;
      const page = await requestPage(this.client, this.view, { first: PAGE }, { by: by!, keys });
      const byKey = Map.groupBy(page.nodes, (alert) => sectionKey(alert, by));
      return () => {
        for (const { key, count } of chosen) {
          const nodes = byKey.get(key) ?? [];
          // With more alerts than a page, a group is only whole if all of its own came.
          if (!page.nextCursor || nodes.length >= count)
            this.#changeSection(key, (section) => withFirstPage(section, { nodes }));
        }
      };
    });
  }

  /** One load at a time for each section. Its result is dropped if the list has been loaded again meanwhile. */
  async #guarded(keys: string | readonly string[], work: () => Promise<() => void>): Promise<void> {
    const all = typeof keys === 'string' ? [keys] : keys;
    if (all.some((key) => this.#loading.has(key)) || this.#loading.size >= MOST_LOADING + all.length - 1)
      return;
    const generation = this.#generation;
    for (const key of all) this.#loading.add(key);
    try {
      const apply = await work();
      if (generation !== this.#generation) return;
      apply();
      if (this.#snapshot.isIncomplete) this.#set({ isIncomplete: false });
      this.#replay();
    } catch (error) {
      if (generation !== this.#generation) return;
      clearTimeout(this.#pagesWait);
      this.#pagesWait = setTimeout(this.retry, waitAfter(PAGE_FAILURES, error));
      this.#set({ isIncomplete: true });
    } finally {
      for (const key of all) this.#loading.delete(key);
      if (this.#loading.size === 0) this.#sinceRequest = [];
      // What was asked for meanwhile is asked for again when the list renders.
      this.#set({});
    }
  }

  async #count(): Promise<void> {
    const generation = this.#generation;
    const data = await requestCounts(this.client, this.view, 0);
    if (generation === this.#generation) this.#set(this.#counted(data));
  }

  /** The snapshot's fields that follow from counts. */
  #counted({ openAlerts, openAlertGroups }: OpenAlertCountsQuery): Partial<Snapshot> {
    const { totalCount, newCount } = openAlerts;
    const counts = { totalCount, newCount, severityCounts: countsOf(openAlerts.severityCounts) };
    if (!openAlertGroups) {
      const sections = this.#snapshot.sections.map((section) => ({ ...section, count: totalCount }));
      return { ...counts, sections };
    }
    // Groups beyond the first page keep their last known counts.
    const first = new Set(openAlertGroups.map(({ key }) => key));
    const rest = [...this.#snapshot.groups.values()].slice(GROUPS).filter(({ key }) => !first.has(key));
    const groups = [...openAlertGroups, ...rest];
    const hasMoreGroups = rest.length > 0 ? this.#snapshot.hasMoreGroups : openAlertGroups.length === GROUPS;
    if (this.#held && this.#snapshot.isReady) {
      this.#heldGroups = groups;
      const byKey = new Map(groups.map((group) => [group.key, group]));
      const sections = this.#snapshot.sections.map((section) => ({
        ...section,
        count: byKey.get(section.key)?.count ?? 0,
      }));
      const known = [...this.#snapshot.groups].map(
        ([key, group]) => [key, byKey.get(key) ?? { ...group, count: 0, newCount: 0 }] as const,
      );
      return { ...counts, sections, groups: new Map(known) };
    }
    return { ...counts, hasMoreGroups, ...this.#withGroups(groups) };
  }

  /** Groups in the server's order, with the rows that are loaded. */
  #withGroups(groups: readonly Group[]): Pick<Snapshot, 'groups' | 'sections'> {
    const known = new Map(this.#snapshot.sections.map((section) => [section.key, section]));
    return {
      groups: new Map(groups.map((group) => [group.key, group])),
      sections: groups.map(({ key, count }) => ({ ...(known.get(key) ?? newSection(key, count)), count })),
    };
  }

  #changeSection(key: string, change: (section: Section) => Section): void {
    this.#set({
      sections: this.#snapshot.sections.map((section) => (section.key === key ? change(section) : section)),
    });
  }

  #listen(cursor: string): void {
    this.#unlisten();
    clearTimeout(this.#retry);
    const { filter } = this.view;
    const lost = (error: unknown) => {
      this.#unlisten();
      this.#startOver(error);
    };
    const listening = this.client
      .subscribe({
        query: OpenAlertChanged,
        variables: { controllerId: filter.controllerId ?? null, filter, after: cursor },
        fetchPolicy: 'no-cache',
      })
      .subscribe({
        next: ({ data, error }) => {
          if (data) {
            this.#failures = 0;
            this.#queue.add(unmasked(data.alertChanged));
          } else if (error) lost(error);
        },
        error: lost,
      });
    this.#stopListening = () => listening.unsubscribe();
  }

  #unlisten(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Loads the list again, which gets a new cursor. An expired one is the usual reason, and needs no wait. */
  #startOver(reason: unknown): void {
    if (this.#isStopped) return;
    const needsNoWait = this.#failures === 0 && !isTransient(reason);
    if (!needsNoWait) reportBehind(this, true);
    const wait = needsNoWait ? 0 : waitAfter(Math.max(1, this.#failures), reason);
    this.#failures += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void inBackground(() => this.refetch()).catch(() => undefined), wait);
  }

  #receive(events: readonly Event[]): void {
    if (this.#loading.size > 0) this.#sinceRequest.push(...events);
    const changes = this.#write(events);
    const known = new Set(this.#snapshot.sections.flatMap(({ rows }) => rows.map(({ id }) => id)));
    const arrived = events.filter(
      ({ change, matches, alert }) => change === 'raised' && matches && !known.has(alert.id),
    );
    if (arrived.length > 0) this.#set({ said: announcement(arrived.map(({ alert }) => alert)) });
    if (this.#held) this.#wait(changes, arrived);
    else this.#apply(changes);
    const gone = changes.flatMap(({ place, matches }) => (matches ? [] : [place.id]));
    if (gone.length > 0) for (const listener of this.#goneListeners) listener(gone);
    this.#recount[0]();
  }

  /** Applies again what came while a request was on its way, because its response may be older. */
  #replay(): void {
    if (this.#sinceRequest.length === 0) return;
    const changes = this.#write(this.#sinceRequest);
    if (this.#held) this.#wait(changes, []);
    else this.#apply(changes);
  }

  /** Writes the alerts to the cache. @returns what changes in the list */
  #write(events: readonly Event[]): Change[] {
    const changes: Change[] = [];
    this.client.cache.batch({
      update: (cache) => {
        for (const { alert, matches } of events) {
          if (!writeChange(cache, alert)) continue;
          const { id, severity, since } = alert;
          const section = sectionKey(alert, this.view.by);
          changes.push({ place: { id, severity, since }, section, matches });
        }
      },
    });
    return changes;
  }

  #wait(changes: readonly Change[], arrived: readonly Event[]): void {
    for (const change of changes) this.#held!.set(change.place.id, change);
    const stillOpen = this.#snapshot.held.filter(({ id }) => this.#held!.get(id)?.matches !== false);
    this.#set({
      sections: withMarks(this.#snapshot.sections, changes),
      held: [...stillOpen, ...arrived.map(({ alert }) => alert)],
    });
  }

  #apply(changes: readonly Change[]): void {
    const sections = withChanges(this.#snapshot.sections, changes, this.view.order);
    this.#set({ sections });
    for (const phase of ['arriving', 'leaving'] as const) {
      const ids = new Set(
        sections.flatMap(({ rows }) => rows.flatMap((row) => (row.phase === phase ? [row.id] : []))),
      );
      if (ids.size === 0) continue;
      const timer = setTimeout(() => {
        this.#phases.delete(timer);
        this.#set({ sections: withPhasesOver(this.#snapshot.sections, ids) });
      }, PHASE_DURATION[phase]);
      this.#phases.add(timer);
    }
  }

  #set(changes: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

const countsOf = (
  counts: readonly { severity: AlertSeverity; count: number }[],
): Snapshot['severityCounts'] => Object.fromEntries(counts.map(({ severity, count }) => [severity, count]));

/** Screen reader announcement of arrivals: a single one by name, several by number. Empty without arrivals. */
export function announcement(alerts: readonly Pick<ShownAlert, 'severity' | 'message'>[]): string {
  if (alerts.length > 3) {
    const bad = alerts.filter(({ severity }) => severity === 'critical').length;
    return `${alerts.length} new alerts${bad ? `, ${bad} of them critical` : ''}`;
  }
  return alerts.map(({ severity, message }) => `New alert, ${severity}: ${message}`).join('. ');
}
