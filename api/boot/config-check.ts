// Checks `.env` and the environment like a start, without starting: `npm run config:check`.
import { checkConfig, misspeltVariables, variables } from '../config/config.ts';
import { loadEnvFile } from './load-config.ts';

loadEnvFile();
const { config, problems } = checkConfig();
for (const warning of misspeltVariables()) console.warn(warning);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(problems.length === 1 ? '1 problem found.' : `${problems.length} problems found.`);
  process.exitCode = 1;
} else {
  const set = variables.filter((name) => process.env[name]?.trim()).length;
  const mode = config.production ? 'production' : config.demo ? 'the demo' : 'development';
  console.log(`No problems found. ${set} of ${variables.length} variables are set, for ${mode}.`);
}
