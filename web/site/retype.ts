type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Tells the forms what was typed before they were alive. React takes what it finds in a field for what was there before,
 * so each is first put back as the server wrote it. Call it right after hydration.
 */
export function retype(page: ParentNode): void {
  // All of it first: with the first change React writes the whole form anew, as it knows it.
  const fields = [...page.querySelectorAll<Field>('input, textarea')].filter(isText);
  const typed = fields.filter(({ value, defaultValue }) => value !== defaultValue).map(rememberText);
  const ticked = [...page.querySelectorAll('input')]
    .filter(isTick)
    .filter(({ checked, defaultChecked }) => checked !== defaultChecked);
  for (const again of typed) again();
  for (const field of ticked) {
    field.checked = field.defaultChecked;
    field.click();
  }
}

function rememberText(field: Field): () => void {
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  return () => {
    field.value = field.defaultValue;
    // Past React's own watch over the property, so that the event counts as a change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // Fields for addresses have no selection to speak of.
    if (selectionStart !== null)
      field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
  };
}

const isTick = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio';
const isText = ({ type }: Field) => !/^(checkbox|radio|hidden|file)$/.test(type);
