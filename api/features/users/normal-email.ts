/** One spelling per address, so that one address is one account. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
