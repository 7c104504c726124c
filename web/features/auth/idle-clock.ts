/** Where the tabs of a browser tell each other of their person: milliseconds since 1970. */
const KEY = 'last_input';

/** At most so often the server hears that somebody is there, in milliseconds. */
const KEEP_EVERY = 60_000;

/** How long before the end the person is asked, in milliseconds. */
export const WARN_FOR = 60_000;

/** Input within this is one, in milliseconds: a moving pointer says nothing new sixty times a second. */
const THROTTLE = 1_000;

/** When somebody last did something here or in another tab, and when the server last heard of it. */
export class IdleClock {
  #input = 0;
  #told = 0;

  constructor(now: number) {
    this.#note(now);
    // The page has just been served to its session.
    this.#told = now;
  }

  /** Notes input, unless it was noted a moment ago. */
  input(now: number): void {
    if (now - this.#input >= THROTTLE) this.#note(now);
  }

  /** Milliseconds since the last input in any tab. */
  idle(now: number): number {
    const elsewhere = Number(localStorage.getItem(KEY));
    if (elsewhere > this.#input && elsewhere <= now) this.#input = elsewhere;
    return now - this.#input;
  }

  /** Whether the server is to hear of input that it does not know of; asked again only after a minute. */
  takeTurn(now: number): boolean {
    if (this.#input <= this.#told || now - this.#told < KEEP_EVERY) return false;
    this.#told = now;
    return true;
  }

  /** It hears of it now, whenever it last did. */
  tellNow(now: number): void {
    this.#note(now);
    this.#told = now;
  }

  #note(now: number): void {
    this.#input = now;
    localStorage.setItem(KEY, String(now));
  }
}
