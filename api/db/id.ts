const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be an id at all; PostgreSQL refuses to compare others. */
export function isId(text: string): boolean {
  return uuid.test(text);
}
