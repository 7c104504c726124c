/** Between the dots of a host: no hyphen at either end, nothing of double width. */
const label = /^(?!-)(?!.*[\uFF01-\uFF5E])[a-z\d\u00A1-\uFFFF-]{1,63}(?<!-)$/i;
const lastLabel = /^([a-z\u00A1-\u00A8\u00AA-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]{2,}|xn[a-z\d-]{2,})$/i;

/** Whether a text is the name of a host in the internet, of any script. */
export function isPublicHost(text: string): boolean {
  const labels = text.split('.');
  return labels.length > 1 && isAnyHost(text) && lastLabel.test(labels.at(-1) ?? '');
}

/** The same for private networks, where a name needs no dot. */
export function isAnyHost(text: string): boolean {
  const labels = text.split('.');
  return labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
