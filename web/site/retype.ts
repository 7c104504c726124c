/**
 * Tells the forms what was typed before they were alive. React takes what it finds in a field for what was there before,
 * so each field is first put back as the server wrote it. Call it right after hydration.
 */
export function retype(page: ParentNode): void {
  for (const field of page.querySelectorAll('input, textarea')) {
    if (isTick(field)) {
      if (field.checked === field.defaultChecked) continue;
      field.checked = field.defaultChecked;
      field.click();
    } else if (isText(field) && field.value !== field.defaultValue) {
      const { value, selectionStart, selectionEnd, selectionDirection } = field;
      field.value = field.defaultValue;
      // Past React's own watch over the property, so that the event counts as a change.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      // Fields for addresses have no selection to speak of.
      if (selectionStart !== null)
        field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
    }
  }
  for (const field of page.querySelectorAll('select')) {
    const { value } = field;
    const before = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    if (!before || before.value === value) continue;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

const isTick = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !/^(hidden|file)$/.test(field.type));
