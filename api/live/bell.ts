/**
 * What rings through all processes on commit. It carries ids, never rows (PostgreSQL limits a NOTIFY to 8000 bytes).
 * `events`: a team has new events. `session`: a session ended. `moved`: it goes on in another team or another role.
 * `poll`: a controller should be read now. `content`: what visitors read has changed.
 * `lost`: the bell was cut off for a while and others may have rung; only ever heard, never rung.
 */
export type Ring =
  | { topic: 'events'; teamId: string }
  | { topic: 'session' | 'moved'; sessionId: string }
  | { topic: 'poll'; controllerId: string }
  | { topic: 'content' }
  | { topic: 'lost' };

export interface Bell {
  /** Rings everywhere, here too. A lost ring costs a few seconds at most: listeners also look by themselves. */
  ring(ring: Exclude<Ring, { topic: 'lost' }>): void;
  /** Returns how to stop listening. */
  listen(listener: (ring: Ring) => void): () => void;
  /** Whether it is connected. Without it a node is degraded. */
  ready(): boolean;
  close(): Promise<void>;
}
