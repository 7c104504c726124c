/** Maximum characters in a line. */
const longest = 200;

/** Where UniFi versions put the message text (unifi/API.md 4), most informative first. */
const sentences = ['message', 'msg', 'text', 'description', 'name'] as const;

/** A one-line summary of a message. `null` if its format is unknown. */
export function summaryOf(body: string): string | null {
  const told = readObject(body);
  if (!told) return null;
  const alarm = objectIn(told['alarm']);
  const event = objectIn(Array.isArray(told['events']) ? told['events'][0] : undefined);
  const found =
    sentences.map((field) => told[field]).find(isSaid) ??
    [alarm?.['name'], event?.['alert_key'], event?.['id']].find(isSaid);
  return found === undefined ? null : oneLine(found);
}

const isSaid = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const objectIn = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

function oneLine(text: string): string {
  const letters = Array.from(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  );
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : letters.join('');
}

type JsonObject = Record<string, unknown>;

/** Parses a JSON object. Undefined for any other text. */
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
