/** What a setting is called: its key in words. `phone_hours` is "Phone hours". */
export function settingName(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
