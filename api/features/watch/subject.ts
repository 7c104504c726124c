/** What a standing or an alert is about, as a string that is unique within a rule and stays the same for good. */
export type Subject =
  | { about: 'device'; mac: string }
  | { about: 'port'; mac: string; port: number }
  | { about: 'client'; mac: string }
  | { about: 'console'; hostId: string };

export function subjectKey(subject: Subject): string {
  switch (subject.about) {
    case 'device':
      return subject.mac;
    case 'port':
      return `${subject.mac}/port/${subject.port}`;
    case 'client':
      return `client/${subject.mac}`;
    case 'console':
      return `console/${subject.hostId}`;
  }
}

export function parseSubject(key: string): Subject {
  // A hostId is opaque and may hold any character, so it is cut off by its prefix and never split.
  if (key.startsWith('console/')) return { about: 'console', hostId: key.slice('console/'.length) };
  if (key.startsWith('client/')) return { about: 'client', mac: key.slice('client/'.length) };
  const [mac = '', port] = key.split('/port/');
  return port === undefined ? { about: 'device', mac } : { about: 'port', mac, port: Number(port) };
}
