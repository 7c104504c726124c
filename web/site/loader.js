// Stands first in every page of the site, within 2 KiB: the theme before the first paint, the app for whoever is signed
// in, and the page's own script once the visitor does something. Scrolling is not enough.
(function () {
  var page = document;
  var root = page.documentElement;
  var source = page.currentScript.dataset.src;
  var read = function (store, key) {
    try {
      return window[store].getItem(key);
    } catch {
      return null;
    }
  };

  if (read('localStorage', 'auth_token')) {
    // Nothing that comes after this runs: the scripts of a public page are not for those who are signed in.
    window.stop();
    var address = new URL(location.href);
    address.searchParams.set('app', '');
    location.replace(address);
    return;
  }

  var system = matchMedia('(prefers-color-scheme: dark)');
  var follow = function () {
    var chosen = read('localStorage', 'theme');
    root.classList.toggle('dark', chosen ? chosen === 'dark' : system.matches);
  };
  follow();
  system.addEventListener('change', follow);

  var kinds = ['click', 'submit', 'pointerdown', 'pointermove', 'keydown', 'focusin'];
  var waiting = [];
  var started;

  // Links, fields and their labels do what they do without us; everything else waits until it is alive.
  function onEvent(event) {
    var kind = event.type;
    // A finger on its way may only mean to scroll; a mouse that does not move has been moved over by the page.
    if (kind.startsWith('pointer') && event.pointerType === 'touch') return;
    if (kind === 'pointermove' && !event.movementX && !event.movementY) return;
    start();
    var target = event.target;
    if (kind === 'submit') {
      event.preventDefault();
      waiting.push(function () {
        target.requestSubmit(event.submitter);
      });
    } else if (kind === 'click' && event.button === 0) {
      var button = target.closest(
        'a[href],button,[role=button],[role=tab],summary,input,select,textarea,label',
      );
      if (!button || !button.matches('button,[role]')) return;
      event.preventDefault();
      waiting.push(function () {
        button.click();
      });
    }
  }

  function start() {
    if (started) return;
    started = true;
    import(source).catch(function () {
      started = false;
    });
  }

  kinds.forEach(function (kind) {
    page.addEventListener(kind, onEvent, true);
  });
  page.addEventListener('site:ready', function () {
    kinds.forEach(function (kind) {
      page.removeEventListener(kind, onEvent, true);
    });
    waiting.forEach(function (act) {
      act();
    });
  });
  // The page before had something to say.
  if (read('sessionStorage', 'say_next_toast')) start();
})();
