/** Begins every API token, so that one is known at sight, and by programs that look for leaked ones. */
export const apiTokenPrefix = 'nl_';
