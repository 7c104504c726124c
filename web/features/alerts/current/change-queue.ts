/** Between two updates while the tab is hidden, in milliseconds. It has no frames then. */
const HIDDEN_PAUSE = 250;

/** With more changes a second than this, updates have a pause between them, so that typing and clicking stay quick. */
const BUSY = 20;
const BUSY_PAUSE = 150;

/** Collects live changes, so that those of one frame, or of a pause while many come, are applied together. */
export class ChangeQueue<T> {
  #waiting: T[] = [];
  #cancel?: () => void;
  /** How many changes came since the present second began, and in the one before. */
  #second = { began: -Infinity, changes: 0, before: 0 };

  constructor(private readonly apply: (changes: readonly T[]) => void) {}

  add(change: T): void {
    this.#waiting.push(change);
    const now = performance.now();
    if (now - this.#second.began >= 1_000) {
      const isNext = now - this.#second.began < 2_000;
      this.#second = { began: now, changes: 0, before: isNext ? this.#second.changes : 0 };
    }
    this.#second.changes += 1;
    if (this.#cancel) return;
    const isBusy = Math.max(this.#second.changes, this.#second.before) > BUSY;
    const isHidden = document.visibilityState === 'hidden';
    if (isHidden || isBusy) {
      const timer = setTimeout(() => this.#flush(), isHidden ? HIDDEN_PAUSE : BUSY_PAUSE);
      this.#cancel = () => clearTimeout(timer);
    } else {
      const frame = requestAnimationFrame(() => this.#flush());
      this.#cancel = () => cancelAnimationFrame(frame);
    }
  }

  /** Changes that wait are applied with the next one that comes. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #flush(): void {
    this.#cancel = undefined;
    const changes = this.#waiting;
    this.#waiting = [];
    this.apply(changes);
  }
}
