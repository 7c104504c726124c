const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a valid ID. PostgreSQL rejects comparisons with anything else. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
