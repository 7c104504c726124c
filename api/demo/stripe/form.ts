/** What a form says, before anybody asks what was meant: all of it is text. */
export type Raw = string | Raw[] | { [name: string]: Raw };

/** Reads `a[b][0][c]=x` as nested objects and lists; `a[]=x` adds to a list. */
export function decodeForm(text: string): { [name: string]: Raw } {
  const root: Node = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(root, partsOf(name), value);
  return tidy(root, true) as { [name: string]: Raw };
}

type Node = Map<string, Node | string>;

function partsOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function put(node: Node, [part = '', ...rest]: string[], value: string): void {
  const key = part === '' ? String(node.size) : part;
  if (rest.length === 0) return void node.set(key, value);
  const there = node.get(key);
  const inner: Node = there instanceof Map ? there : new Map();
  node.set(key, inner);
  put(inner, rest, value);
}

function tidy(node: Node | string, isRoot = false): Raw {
  if (typeof node === 'string') return node;
  const isList = !isRoot && [...node.keys()].every((key) => /^\d+$/.test(key));
  if (isList) return [...node.values()].map((one) => tidy(one));
  return Object.fromEntries([...node].map(([key, value]) => [key, tidy(value)]));
}
