/** A draft in the administrator's own mail program, which says that registration is open. */
export function draftTo({ email, packageName }: { email: string; packageName: string }): string {
  const packages = new URL('/packages', window.location.href).href;
  const subject = `Registration is open: ${packageName}`;
  const body = [
    'Hello,',
    `you are on our waitlist for ${packageName}. Registration is open now:`,
    packages,
    'Best regards',
  ].join('\r\n\r\n');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
