import { make } from './browser-element.ts';
import { addStyle } from './browser-look.ts';

const css = `
dialog.stripe-stand-in-bank { box-sizing: border-box; width: min(24rem, calc(100vw - 32px)); margin: auto; padding: 24px; border: 1px solid #94a3b8; border-radius: 8px; background: #fff; color: #0f172a; font: 14px/20px system-ui, sans-serif; pointer-events: auto }
dialog.stripe-stand-in-bank::backdrop { background: #0b1120b3 }
dialog.stripe-stand-in-bank h2 { margin: 0 0 8px; font-size: 16px; line-height: 24px }
dialog.stripe-stand-in-bank p { margin: 0 0 16px }
dialog.stripe-stand-in-bank div { display: flex; flex-wrap: wrap; gap: 8px }
dialog.stripe-stand-in-bank button { min-height: 44px; padding: 0 14px; border: 1px solid #64748b; border-radius: 6px; background: #fff; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
dialog.stripe-stand-in-bank button.main { border-color: #1d4ed8; background: #1d4ed8; color: #fff }
dialog.stripe-stand-in-bank button:focus-visible { outline: 2px solid #1d4ed8; outline-offset: 2px }
`;

/**
 * The bank's question (3-D Secure), over everything else. True once it is answered well. It stands in `place`: a dialog of
 * the page's own, which keeps the focus within itself, then lets it be.
 */
export async function askBank(place: HTMLElement): Promise<boolean> {
  const style = addStyle(css);
  const before = document.activeElement;
  const dialog = make('dialog', {
    class: 'stripe-stand-in-bank',
    'aria-labelledby': 'stripe-stand-in-bank-title',
    'aria-describedby': 'stripe-stand-in-bank-text',
  });
  const buttons = make('div');
  const complete = make('button', { type: 'button', class: 'main' }, 'Complete authentication');
  const fail = make('button', { type: 'button' }, 'Fail authentication');
  buttons.append(complete, fail);
  dialog.append(
    make('h2', { id: 'stripe-stand-in-bank-title' }, '3-D Secure'),
    make('p', { id: 'stripe-stand-in-bank-text' }, 'A stand-in for your bank. Is it you who pays?'),
    buttons,
  );
  place.append(dialog);
  try {
    return await new Promise<boolean>((answer) => {
      complete.addEventListener('click', () => answer(true));
      fail.addEventListener('click', () => answer(false));
      dialog.addEventListener('cancel', () => answer(false));
      // Neither closes the page's own dialog nor sends its form.
      dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.stopPropagation());
      dialog.showModal();
    });
  } finally {
    dialog.close();
    dialog.remove();
    style.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
