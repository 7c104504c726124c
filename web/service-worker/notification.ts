/** A push notification as the server sends it. It may be newer or older than this worker, so nothing is certain. */
export interface Push {
  title: string;
  body: string;
  tag: string;
  url: string;
  at: number;
  silent: boolean;
  lasting: boolean;
  token?: string;
}

/** Options that browsers know, but not the types of pages. */
interface Options extends NotificationOptions {
  actions?: { action: string; title: string }[];
  renotify?: boolean;
  timestamp?: number;
}

/** What a browser shows for a push. @param isQuiet without sound, whatever it is about */
export function notificationOf(push: Partial<Push>, isQuiet: boolean): { title: string; options: Options } {
  const { title = 'Alert', body = '', tag = 'alert', at, silent = false, lasting = false, token } = push;
  const isSilent = silent || isQuiet;
  return {
    title,
    options: {
      body,
      tag,
      data: push,
      icon: '/icons/any-192.png',
      badge: '/icons/badge-96.png',
      silent: isSilent,
      // It replaces an earlier notification of the same alert, and is heard again if there is something new.
      renotify: !isSilent,
      requireInteraction: lasting,
      ...(at !== undefined && { timestamp: at }),
      actions: token
        ? [
            { action: 'acknowledge', title: 'Acknowledge' },
            { action: 'snooze', title: 'Snooze 1 h' },
          ]
        : [],
    },
  };
}
