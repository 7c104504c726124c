import { currentPlatform } from '#web/lib/platform.ts';

/** What is kept of the recovery codes: which product, whose account, one code per line. */
export const recoveryText = (email: string, codes: readonly string[]): string =>
  [
    `${currentPlatform().platformName} recovery codes of ${email}`,
    'Each one can be used once.',
    '',
    ...codes,
    '',
  ].join('\n');

/** Has the browser save a text file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
