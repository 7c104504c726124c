import { Invalid } from '#api/lib/errors.ts';
import { isOnOneLine, isSeen } from '#api/graphql/schema/texts.ts';

/**
 * Tags as they are stored: trimmed, in lower case, each once, in alphabetical order.
 * @throws Invalid for a tag that is blank or on several lines
 */
export function tidyTags(tags: readonly string[]): string[] {
  const tidied = tags.map((tag) => tag.trim().normalize('NFC').toLowerCase());
  const wrong = tidied.some((tag) => !isSeen(tag) || !isOnOneLine(tag));
  if (wrong) throw new Invalid({ tags: 'Tags must have visible characters, on one line' });
  return [...new Set(tidied)].toSorted();
}
