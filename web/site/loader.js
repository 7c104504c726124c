// Stands first in every page of the site, within 2 KiB: the theme before the first paint, the app for whoever is signed
// in, and the page's own script once the visitor does something. Scrolling is not enough.
(() => {
  const page = document;
  const root = page.documentElement;
  const scripts = page.currentScript.dataset.src.split(' ');
  const read = (store, key) => {
    try {
      return window[store].getItem(key);
    } catch {
      return null;
    }
  };

  if (read('localStorage', 'auth_token')) {
    // Nothing that comes after this runs: the scripts of a public page are not for those who are signed in.
    window.stop();
    const address = new URL(location.href);
    address.searchParams.set('app', '');
    location.replace(address);
    return;
  }

  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    const chosen = read('localStorage', 'theme');
    root.classList.toggle('dark', chosen ? chosen === 'dark' : system.matches);
  };
  follow();
  system.addEventListener('change', follow);

  const kinds = ['click', 'submit', 'pointerdown', 'pointermove', 'keydown', 'focusin'];
  // By what was clicked: whoever is impatient and clicks once more means it once.
  const waiting = new Map();
  let started;
  let isLost;

  const start = () => {
    if (started) return;
    started = true;
    // With what it imports: all at once, instead of finding the next with each that has arrived.
    Promise.all(scripts.map((script) => import(script))).catch(() => {
      isLost = true;
      if (waiting.size > 0) void comeAnew();
    });
  };

  // Browsers do not ask again for a script that did not arrive: the whole page has to, with what was typed in it.
  const typed = () => [...page.querySelectorAll('input,textarea')];
  const comeAnew = async () => {
    try {
      if (!(await fetch('/healthz', { cache: 'no-store' })).ok) throw 0;
      sessionStorage.setItem('typed', JSON.stringify([location.href, ...typed().map(({ value }) => value)]));
      location.reload();
    } catch {
      const said = page.querySelector('#no-answer') ?? page.createElement('p');
      said.id = 'no-answer';
      said.role = 'alert';
      said.style.cssText =
        'position:fixed;inset:auto 1rem 1rem;z-index:9;padding:1rem;border-radius:8px;background:#111;color:#fff';
      said.textContent = "We can't reach the server. Nothing you typed is lost. Try again.";
      page.body.append(said);
    }
  };
  const kept = read('sessionStorage', 'typed');
  if (kept)
    page.addEventListener('DOMContentLoaded', () => {
      sessionStorage.removeItem('typed');
      const [address, ...values] = JSON.parse(kept);
      if (address !== location.href) return;
      typed().forEach((field, at) => (field.value = values[at] ?? ''));
      start();
    });

  // Links, fields and their labels do what they do without us; everything else waits until it is alive.
  const onEvent = (event) => {
    const { type, target, button, submitter, pointerType } = event;
    // A finger on its way may only mean to scroll; over a mouse that lies still the page has moved.
    if (type.startsWith('pointer') && pointerType === 'touch') return;
    if (type === 'pointermove' && !event.movementX && !event.movementY) return;
    start();
    if (type === 'submit') {
      event.preventDefault();
      waiting.set(target, () => target.requestSubmit(submitter));
      if (isLost) void comeAnew();
    } else if (type === 'click' && button === 0) {
      const found = target.closest('a[href],button,[role],summary,input,select,textarea,label');
      // What opens a popover does so without us.
      if (!found?.matches('button:not([popovertarget]),[role=button],[role=tab]')) return;
      event.preventDefault();
      waiting.set(found, () => found.click());
      if (isLost) void comeAnew();
    }
  };

  for (const kind of kinds) page.addEventListener(kind, onEvent, true);
  page.addEventListener('site:ready', () => {
    for (const kind of kinds) page.removeEventListener(kind, onEvent, true);
    for (const act of waiting.values()) act();
  });
  // The page before had something to say.
  if (read('sessionStorage', 'say_next_toast')) start();
})();
