import type { App } from '#api/app.ts';

/** Tells owners of trials that end soon, or have ended. */
export async function tellTrials(_app: App, _payload: Record<string, never>): Promise<void> {}
