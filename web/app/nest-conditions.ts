import type { StylisElement, StylisPlugin } from '@emotion/cache';

/** A pseudo-element at the end of a selector. Nothing can be nested in it, because `&` never stands for a pseudo-element. */
const pseudoElement = /::[\w-]+(\([^)]*\))?(:[\w-]+)*$/;

/**
 * Writes `@media (…) { .a { … } }` as `.a { @media (…) { … } }`, and `@layer` alike. Both mean the same, but adding the first
 * makes Chromium compute the style and layout of the whole page again, while a plain rule concerns only what it matches.
 * So with the first form, each part that a click shows for the first time would cost as much as the whole screen.
 */
export const nestConditions: StylisPlugin = (rule, _index, _siblings, callback) => {
  const conditions = conditionsAround(rule);
  if (rule.type !== 'rule' || conditions.length === 0) return;
  const text = childrenOf(rule)
    .map((child, n, all) => callback(child, n, all, callback))
    .join('');
  const inside = (text: string) => conditions.reduce((nested, one) => `${one}{${nested}}`, text);
  for (const selector of rule.props as string[]) {
    const pseudo = pseudoElement.exec(selector)?.[0] ?? '';
    // A pseudo-element by itself is one of any element.
    const subject = selector.slice(0, selector.length - pseudo.length).replace(/(^|[\s>+~])$/, '$1*');
    if (text) insert(`${subject}{${inside(pseudo ? `&${pseudo}{${text}}` : text)}}`, rule, callback);
  }
  // Nothing is left to write where it was.
  rule.type = 'comm';
};

/** The conditions and layers around a rule, innermost first. Empty if it is within anything else. */
function conditionsAround({ root }: StylisElement): string[] {
  const found: string[] = [];
  for (let around = root; around; around = around.root) {
    if (!['@media', '@layer', '@container', '@supports'].includes(around.type)) return [];
    found.push(around.value);
  }
  return found;
}

const childrenOf = ({ children }: StylisElement): StylisElement[] =>
  typeof children === 'string' ? [] : children;

/** Adds a rule to the style sheet, as text. */
function insert(text: string, rule: StylisElement, callback: Parameters<StylisPlugin>[3]): void {
  const written = { ...rule, type: 'decl', value: '', props: '', children: '', root: null, return: text };
  callback(written, 0, [written], callback);
}
