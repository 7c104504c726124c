import Bowser from 'bowser';

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));

const unknown = 'Unknown device';

/**
 * "Firefox on Windows". What a client says of itself is shown and mailed, so only names on the parser's own lists are
 * taken from it.
 */
export function deviceName(userAgent: string | null | undefined): string {
  if (!userAgent) return unknown;
  const parser = Bowser.getParser(userAgent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  const named = [browsers.has(browser) && browser, systems.has(system) && system].filter(Boolean);
  return named.length > 0 ? named.join(' on ') : unknown;
}
