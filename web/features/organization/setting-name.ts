import { capitalize } from '#web/lib/sentence.ts';

/** The label of a setting, from its key: `phone_hours` is "Phone hours". */
export function settingName(key: string): string {
  return capitalize(key.replaceAll('_', ' '));
}
