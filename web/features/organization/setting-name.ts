/** The label of a setting, from its key: `phone_hours` is "Phone hours". */
export function settingName(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
