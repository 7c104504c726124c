export type JsonObject = Record<string, unknown>;

/** The object that a JSON text is; undefined for any other text. */
export function readObject(text: string): JsonObject | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
