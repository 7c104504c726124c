import { existsSync } from 'node:fs';
import { ConfigError, misspeltVariables, readConfig, type Config } from '#api/config/config.ts';

/** Variables that are already set override those in `.env`. */
export function loadEnvFile(): void {
  const env = new URL('../../.env', import.meta.url);
  if (existsSync(env)) process.loadEnvFile(env);
}

/**
 * Reads the configuration from `.env` and the environment, and exits if a variable is invalid. Call it before
 * loading anything else, so that the operator sees the message immediately.
 */
export function loadConfig(): Config {
  loadEnvFile();
  for (const warning of misspeltVariables()) console.warn(warning);
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
