import { fieldWords, valueWords } from '#web/features/audit/words.ts';

type Recorded = Readonly<Record<string, unknown>>;

/** "First name: Bob → Robert, Role: user → admin"; what was not there before, or is not any more, stands alone. */
export function changeWords(before: Recorded, after: Recorded): string {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].map((field) => `${fieldWords(field)}: ${sides(field, before, after)}`).join(', ');
}

function sides(field: string, before: Recorded, after: Recorded): string {
  const recorded = [before, after].filter((side) => Object.hasOwn(side, field));
  return recorded.map((side) => valueWords(side[field]).replaceAll('\n', ', ')).join(' → ');
}
