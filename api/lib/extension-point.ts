/**
 * A hook that a feature offers to features built on top of it, such as "after an alert changes". The
 * composition root (`wiring/`) connects it before anything runs, so that nothing depends on import order.
 */
export class ExtensionPoint<T> {
  #connected: { value: T } | undefined;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  connect(value: T): void {
    this.#connected = { value };
  }

  /** @throws Error if the composition root hasn't connected it */
  get value(): T {
    if (!this.#connected) throw new Error(`Nothing is connected to "${this.#name}"; see wiring/`);
    return this.#connected.value;
  }
}
