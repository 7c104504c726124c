/**
 * Puts a text where the caret stands, in place of what is selected, and the caret behind it. `change` is how the field is
 * told its new value.
 */
export function insertAtCaret(
  field: HTMLTextAreaElement,
  text: string,
  change: (value: string) => void,
): void {
  const { value, selectionStart, selectionEnd } = field;
  change(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
  const behind = selectionStart + text.length;
  // A moment later: by then the field has the value, and a menu has given the focus back.
  setTimeout(() => {
    field.focus();
    field.setSelectionRange(behind, behind);
  });
}
