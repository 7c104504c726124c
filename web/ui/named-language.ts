// Chromium under the POSIX locale calls its language `en-US@posix`, which is no name of one. uPlot formats numbers in it as
// soon as it is loaded, and would not load at all: so this comes before it.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
