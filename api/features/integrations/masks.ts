/** Characters of a credential that are shown, to tell one from another. */
const shown = 4;

/** What is shorter would be half told by its end. */
const shortest = 16;

/** Stands for what is not shown. */
const dots = '••••';

/** An address to post to as it may be seen, "hooks.slack.com ••••ab12": who gets it, and its last four characters. */
export function maskAddress(address: string): string {
  const { origin, host, href } = new URL(address);
  return `${host} ${maskSecret(href.slice(origin.length + 1))}`;
}

/** A secret as it may be seen: its last four characters, if it is long. */
export function maskSecret(secret: string): string {
  return `${dots}${secret.length < shortest ? '' : secret.slice(-shown)}`;
}

/** Whether a text is what was shown instead of a credential, this one or an older: no credential has the dots. */
export function isMasked(text: string): boolean {
  return text.includes(dots);
}
