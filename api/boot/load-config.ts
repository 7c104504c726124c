import { existsSync } from 'node:fs';
import { ConfigError, misspeltVariables, readConfig, type Config } from '../config.ts';

/**
 * The configuration of `.env` and the environment. Wrong variables end the process here: whoever calls this loads nothing
 * else before, so that they are told at once.
 */
export function loadConfig(): Config {
  const env = new URL('../../.env', import.meta.url);
  if (existsSync(env)) process.loadEnvFile(env);
  for (const warning of misspeltVariables()) console.warn(warning);
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
