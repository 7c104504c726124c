import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Who asks the same while it is not being answered yet shares the answer: after a lost network thousands come back at
 * once. One answer at a time for a key, so the slower answers are, the more share the next. Nobody gets an answer that
 * was begun before they asked.
 */
export class Together<Answer> {
  #waiting = new Map<string, Promise<Answer>>();
  #underWay = new Map<string, Promise<unknown>>();

  /**
   * @param gathering milliseconds between an answer and the next of the same, in which those who ask gather. Whoever comes
   * alone never waits.
   */
  constructor(private gathering: number) {}

  ask(key: string, begin: () => Promise<Answer>): Promise<Answer> {
    const known = this.#waiting.get(key);
    if (known) return known;
    const turn = this.#underWay.get(key) ?? new Promise((resolve) => setImmediate(resolve));
    const answer = turn.then(() => this.#begin(key, begin));
    this.#waiting.set(key, answer);
    return answer;
  }

  #begin(key: string, begin: () => Promise<Answer>): Promise<Answer> {
    this.#waiting.delete(key);
    const answer = begin();
    const over = Promise.allSettled([answer]).then(() => sleep(this.gathering));
    this.#underWay.set(key, over);
    void over.then(() => this.#underWay.get(key) === over && this.#underWay.delete(key));
    return answer;
  }
}
